/** Says that a file has changed an order whose label is bought, and what to do. */
import { useTranslation } from "react-i18next";
import { useSettledPress } from "../../../store/shown.ts";
import { Button } from "../../../ui/Button.tsx";
import { DifferenceTable } from "../../../ui/order-changes/DifferenceTable.tsx";
import { needsDecision, whyNot } from "../../../ui/order-changes/needs-decision.ts";
import { Panel } from "../../../ui/Panel.tsx";
import type { Parcel } from "../pack-step.ts";
import { usePack } from "../use-pack.ts";
import { keepOrder } from "./order-change-commands.ts";

/** The notice with its next step; nothing for an order without a change. */
export function ChangeNotice({ change }: Pick<Parcel, "change">) {
  const { t } = useTranslation();
  const isDeciding = usePack((store) => store.isDecidingChange);
  const keep = useSettledPress(keepOrder);
  if (!needsDecision(change)) return null;
  const { kind, orderNumber } = change;
  const reason = whyNot(change);
  return (
    <Panel
      tone="attention"
      title={t(`orderChanges.question.${kind}`, { order: orderNumber })}
      testID="change-notice"
      commands={
        <Button keyName="Alt+K" disabled={isDeciding} {...keep}>
          {t("orderChanges.keep")}
        </Button>
      }
    >
      <DifferenceTable change={change} small />
      {reason === null ? null : <p>{t(`because.E2282.${reason}`)}</p>}
    </Panel>
  );
}
