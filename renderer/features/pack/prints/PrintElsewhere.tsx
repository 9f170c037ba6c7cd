/**
 * Link to the printers of other stations, for a label that did not come out here, even when this
 * station has no printer.
 */
import { useTranslation } from "react-i18next";
import type { PrintJob } from "../../../../core/printing/printing.schema.ts";
import { listSharedPrinters } from "../../../../core/fulfilment/shared-printers/shared-printers.api.ts";
import { call } from "../../../lib/bridge.ts";
import { useSettledPress } from "../../../store/shown.ts";
import { isJoined } from "../../../store/sync.slice.ts";
import { Button } from "../../../ui/Button.tsx";
import { isElsewhere } from "../../../ui/JobMark.tsx";
import { useLoaded } from "../../../ui/use-loaded.ts";
import { hasEndedUnprinted, type Sent } from "../../../ui/sent-words.ts";
import { usePack } from "../use-pack.ts";

/**
 * Returns whether a label waits here after an error or was not printed. If the label may have
 * come out, a person must first decide whether it did.
 */
function waitsForPrinter(job: PrintJob | null, sent: Sent | null): boolean {
  return (
    job === null ||
    (job.status === "QUEUED" && job.lastError !== "") ||
    (job.status === "FAILED" && (!isElsewhere(job) || hasEndedUnprinted(sent)))
  );
}

/**
 * Shows the link to the printers of other stations.
 *
 * @param job The shipment's last label print.
 * @param sent State of the shipment's print at another station.
 * @returns null when the label needs no other printer, or when no other station shares one.
 */
export function PrintElsewhere({
  shipmentID,
  job,
  sent,
}: {
  readonly shipmentID: string;
  readonly job: PrintJob | null;
  readonly sent: Sent | null;
}) {
  const isAmongOthers = usePack(isJoined);
  return isAmongOthers && waitsForPrinter(job, sent) ? <WayThere shipmentID={shipmentID} /> : null;
}

function WayThere({ shipmentID }: { readonly shipmentID: string }) {
  const { t } = useTranslation();
  const { value } = useLoaded(() => call(listSharedPrinters));
  const open = usePack((store) => store.openShipmentToPrint);
  const press = useSettledPress(() => open(shipmentID));
  return value === null || value.list.length === 0 ? null : (
    <Button rank="quiet" {...press}>
      {t("shipments.elsewhere.ask")}
    </Button>
  );
}
