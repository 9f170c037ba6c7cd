/**
 * Print requests for this shipment, sent to other stations or received from other stations, with
 * their states.
 */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { PrintRequest } from "../../../core/fulfilment/shared-printers/shared-printers.schema.ts";
import type { SyncStatus } from "../../../core/sync/sync.schema.ts";
import { focusHeadingIfLost } from "../../lib/focus.ts";
import { stationName } from "../../lib/station-words.ts";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { PrintCause } from "../../ui/PrintCause.tsx";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Detail.module.css";
import { REQUEST_TONES } from "./request-tones.ts";
import { useShipments } from "./use-shipments.ts";

const NONE: SyncStatus["stations"] = [];

/**
 * Lists the print requests of a shipment; reads them on mount, and shows nothing without
 * requests.
 *
 * @param shipmentID Id of the open shipment.
 */
export function PrintRequests({ shipmentID }: { readonly shipmentID: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const read = useShipments((store) => store.printRequests);
  const load = useShipments((store) => store.loadPrintRequests);
  const cancel = useShipments((store) => store.cancelElsewhere);
  const stations = useShipments(({ sync }) => sync?.stations ?? NONE);
  useEffect(() => void load(), [load, shipmentID]);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button disappears when its request is cancelled.
  const cancelOne = (id: string): void =>
    void cancel(id).then(() => queueMicrotask(() => focusHeadingIfLost(heading.current)));
  const list = read?.shipmentID === shipmentID ? read.list : [];
  if (list.length === 0) return null;
  return (
    <section className={styles["part"]} data-testid="print-requests">
      <h2 ref={heading} tabIndex={-1}>
        {t("shipments.elsewhere.requests")}
      </h2>
      <ul className={styles["rows"]}>
        {list.map((request) => (
          <li key={request.id}>
            <time dateTime={request.askedAt}>{format.instant(request.askedAt)}</time>
            <Mark tone={REQUEST_TONES[request.state]}>
              {t(`shipments.elsewhere.states.${request.state}`)}
            </Mark>
            <span>{t(`shipments.elsewhere.documents.${request.document}`)}</span>
            <span className={styles["soft"]}>
              {t(request.isFromHere ? "printers.shared.named" : "shipments.elsewhere.forOther", {
                printer: request.printerName,
                station: stationName(otherStation(request), stations),
              })}
            </span>
            {request.reason === "" ? null : (
              <PrintCause
                isElsewhere
                job={{
                  lastError: request.reason,
                  lastErrorCode: request.reasonCode,
                  printerName: request.printerName,
                }}
              />
            )}
            {request.state === "ASKED" ? (
              <Button
                small
                label={`${t("shipments.elsewhere.cancel")}: ${t(`shipments.elsewhere.documents.${request.document}`)}, ${request.printerName}`}
                onPress={() => cancelOne(request.id)}
              >
                {t("shipments.elsewhere.cancel")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function otherStation({
  isFromHere,
  toStationID,
  toStationName,
  fromStationID,
  fromStationName,
}: PrintRequest): { readonly id: string; readonly name: string } {
  return isFromHere
    ? { id: toStationID, name: toStationName }
    : { id: fromStationID, name: fromStationName };
}
