/** What was asked of other stations' printers for this shipment, or by them of this desk's, and what became of it. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { PrintRequest } from "../../../core/shared-printers/shared-printers.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Mark, type Tone } from "../../ui/Mark.tsx";
import { PrintCause } from "../../ui/PrintCause.tsx";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Detail.module.css";
import { useShipments } from "./use-shipments.ts";

const TONES: Record<PrintRequest["state"], Tone> = { ASKED: "info", TAKEN: "info", PRINTED: "ok", FAILED: "stop", EXPIRED: "attention", CANCELLED: "attention" };

/** @param shipmentID Of the open shipment. Read when it opens; nothing where none was asked. */
export function PrintRequests({ shipmentID }: { readonly shipmentID: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const read = useShipments((store) => store.printRequests);
  const load = useShipments((store) => store.loadPrintRequests);
  const cancel = useShipments((store) => store.cancelElsewhere);
  useEffect(() => void load(), [load, shipmentID]);
  const list = read?.shipmentID === shipmentID ? read.list : [];
  if (list.length === 0) return null;
  return (
    <section className={styles["part"]} data-testid="print-requests">
      <h2>{t("shipments.elsewhere.requests")}</h2>
      <ul className={styles["rows"]}>
        {list.map((request) => (
          <li key={request.id}>
            <time dateTime={request.askedAt}>{format.instant(request.askedAt)}</time>
            <Mark tone={TONES[request.state]}>{t(`shipments.elsewhere.states.${request.state}`)}</Mark>
            <span>{t(`shipments.elsewhere.documents.${request.document}`)}</span>
            <span className={styles["soft"]}>{t("printers.shared.named", { printer: request.printerName, station: request.isFromHere ? request.toStationName : request.fromStationName })}</span>
            {request.reason === "" ? null : <PrintCause job={{ lastError: request.reason, lastErrorCode: request.reasonCode, printerName: request.printerName }} />}
            {request.state === "ASKED" ? (
              <Button small onPress={() => void cancel(request.id)}>
                {t("shipments.elsewhere.cancel")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
