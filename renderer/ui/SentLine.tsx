/**
 * The other station's printer to which a print was sent, the state of the request, and why the
 * print is not out.
 */
import { useTranslation } from "react-i18next";
import type { SyncStatus } from "../../core/sync/sync.schema.ts";
import { stationName } from "../lib/station-words.ts";
import { useShared } from "../store/shared.ts";
import { Mark } from "./Mark.tsx";
import { PrintCause } from "./PrintCause.tsx";
import { useFormat } from "./use-format.ts";
import { SENT_TONES, sentState, type SentRequest } from "./sent-words.ts";

const NONE: SyncStatus["stations"] = [];

/**
 * Shows the line.
 *
 * @param request Request to the other station.
 * @param soft CSS class of the cause.
 */
export function SentLine({
  request,
  soft,
  testID,
}: {
  readonly request: SentRequest;
  readonly soft?: string | undefined;
  readonly testID: string;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const stations = useShared(({ sync }) => sync?.stations ?? NONE);
  const {
    printerName: printer,
    toStationID: id,
    toStationName: name,
    state,
    reason,
    reasonCode,
    expiresAt,
    isOver,
  } = request;
  const shown = sentState(request);
  const isLooked = state === "TAKEN" && isOver;
  return (
    <p role="status" data-testid={testID} data-state={state}>
      <Mark tone={SENT_TONES[shown]}>
        {t("shipments.elsewhere.asked", {
          printer,
          station: stationName({ id, name }, stations),
          state: t(shown === "uncertain" ? "job.UNKNOWN" : `shipments.elsewhere.states.${state}`),
        })}
      </Mark>{" "}
      <span className={soft}>
        {isLooked || reason === "" ? null : (
          <PrintCause
            isElsewhere
            job={{ lastError: reason, lastErrorCode: reasonCode, printerName: printer }}
          />
        )}
        {isLooked ? t("shipments.elsewhere.look") : null}
        {(state === "ASKED" || state === "TAKEN") && !isOver
          ? ` ${t("shipments.elsewhere.until", { time: format.clock(Date.parse(expiresAt)) })}`
          : null}
      </span>
    </p>
  );
}
