/** The outcome of the last command for a shipment, and the question of why it is printed again. */
import { useTranslation } from "react-i18next";
import { FailureText } from "../../ui/FailureText.tsx";
import { JobCause, JobMark } from "../../ui/JobMark.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { ReprintReasons } from "../../ui/ReprintReasons.tsx";
import { detailInHand, labelJobOf } from "./panel.slice.ts";
import { useShipments } from "./use-shipments.ts";

/** Result of the last command for this shipment, or of the command that created it. */
export function Acted({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const acting = useShipments((store) => store.detailActing);
  if (acting.step === "none" || acting.step === "asked" || acting.id !== id) return null;
  return acting.step === "failed" ? (
    <div role="alert">
      <Mark tone="stop">{t("shipments.detail.failed")}</Mark>
      <FailureText failure={acting.failure} />
    </div>
  ) : acting.act === "reprint" ? (
    <PrintState />
  ) : (
    <p role="status">
      <Mark tone="ok">{t(`shipments.detail.done.${acting.act}`)}</Mark>
    </p>
  );
}

/** The state of the label's newest print, which follows the printer. */
function PrintState() {
  const { t } = useTranslation();
  const read = useShipments(detailInHand);
  const job = read === null ? undefined : labelJobOf(read);
  return (
    <p role="status" data-testid="print-state">
      {job === undefined ? null : (
        <>
          <JobMark job={job} name={t("shipments.detail.label")} /> <JobCause job={job} />
        </>
      )}
    </p>
  );
}

/** Asks why the label in hand, which was printed before, is printed again. */
export function ReprintQuestion() {
  const isAsked = useShipments((store) => store.asksReprintOpen);
  const shipment = useShipments((store) => detailInHand(store)?.detail.shipment);
  const reprint = useShipments((store) => store.reprintOpen);
  if (!isAsked || shipment === undefined) return null;
  return (
    <ReprintReasons
      order={shipment.order?.orderNumber || String(shipment.organizationShipmentID)}
      onChoose={(reason) => void reprint(reason)}
    />
  );
}
