/** Which printer of another station was asked for the label, what became of it there, and why it is not out. */
import { useTranslation } from "react-i18next";
import type { SyncStatus } from "../../../core/sync/sync.schema.ts";
import { stationName } from "../../lib/station-words.ts";
import { Mark } from "../../ui/Mark.tsx";
import { PrintCause } from "../../ui/PrintCause.tsx";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./DonePanel.module.css";
import { SENT_TONES, sentState } from "./sent-words.ts";
import { usePack } from "./use-pack.ts";
import type { SentRequest } from "./use-sent.ts";

const NONE: SyncStatus["stations"] = [];

/** @param request To another station. */
export function SentLine({ request }: { readonly request: SentRequest }) {
  const { t } = useTranslation();
  const format = useFormat();
  const stations = usePack(({ sync }) => sync?.stations ?? NONE);
  const { printerName: printer, toStationID: id, toStationName: name, state, reason, reasonCode, expiresAt, isOver } = request;
  const told = sentState(request);
  const isLooked = state === "TAKEN" && isOver;
  return (
    <p role="status" data-testid="sent-elsewhere" data-state={state}>
      <Mark tone={SENT_TONES[told]}>{t("shipments.elsewhere.asked", { printer, station: stationName({ id, name }, stations), state: t(told === "uncertain" ? "job.UNKNOWN" : `shipments.elsewhere.states.${state}`) })}</Mark>
      <span className={styles["error"]}>
        {isLooked || reason === "" ? null : <PrintCause job={{ lastError: reason, lastErrorCode: reasonCode, printerName: printer }} />}
        {isLooked ? t("shipments.elsewhere.look") : null}
        {(state === "ASKED" || state === "TAKEN") && !isOver ? ` ${t("shipments.elsewhere.until", { time: format.clock(Date.parse(expiresAt)) })}` : null}
      </span>
    </p>
  );
}
