/** Shown for a return that was opened in Pack: nothing is packed or bought for it here. */
import { useTranslation } from "react-i18next";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { useSettledPress } from "../../../store/shown.ts";
import { Button } from "../../../ui/Button.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { isWithoutLabel } from "../../../../core/shipping/shipments/shipment-state.schema.ts";
import { openReturn } from "../order-commands.ts";

/** Shows what to do with the return; Enter opens it in Shipments, where its next step is. */
export function ReturnPanel({ shipment }: { readonly shipment: Shipment }) {
  const { t } = useTranslation();
  const press = useSettledPress(openReturn);
  const name = shipment.senderAddress?.name ?? "";
  return (
    <Panel
      tone="attention"
      title={t("desk.return.title")}
      urgent
      alert
      testID="return-panel"
      commands={
        <Button rank="primary" keyName="Enter" {...press}>
          {t("desk.return.open")}
        </Button>
      }
    >
      <p>{t("desk.return.lead", { name })}</p>
      <p>{t(isWithoutLabel(shipment.statusCode) ? "desk.return.buy" : "desk.return.bought")}</p>
    </Panel>
  );
}
