/**
 * Asks before a return is created, because a return is another shipment, which the recipient hands
 * over.
 */
import { useTranslation } from "react-i18next";
import { runShared } from "../../store/commands.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { detailInHand } from "./panel.slice.ts";
import { useShipments } from "./use-shipments.ts";

/** Asks the question. F10 creates the return, F12 does not. */
export function ReturnQuestion() {
  const { t } = useTranslation();
  const shipment = useShipments((store) => detailInHand(store)?.detail.shipment ?? null);
  const yes = useSettledPress(() => runShared("answer", true));
  const no = useSettledPress(() => runShared("answer", false));
  if (shipment === null) return null;
  return (
    <Panel
      tone="ask"
      title={t("shipments.return.askTitle", { number: shipment.organizationShipmentID })}
      alert
      testID="return-question"
      commands={
        <>
          <Button rank="primary" keyName="F10" {...yes}>
            {t("shipments.return.yes")}
          </Button>
          <Button keyName="F12" {...no}>
            {t("shipments.return.no")}
          </Button>
        </>
      }
    >
      <p>{t("shipments.return.askLead", { name: shipment.recipientAddress?.name ?? "" })}</p>
      {shipment.isReturned ? <p>{t("shipments.return.again")}</p> : null}
    </Panel>
  );
}
