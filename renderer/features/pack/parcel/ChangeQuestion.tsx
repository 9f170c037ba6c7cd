/** Asks before the purchase whether the open order takes its change in a file. */
import { useTranslation } from "react-i18next";
import { runShared } from "../../../store/commands.ts";
import { useSettledPress } from "../../../store/shown.ts";
import { Button } from "../../../ui/Button.tsx";
import { DifferenceTable } from "../../../ui/order-changes/DifferenceTable.tsx";
import { isAppliable, whyNot } from "../../../ui/order-changes/needs-decision.ts";
import { Panel } from "../../../ui/Panel.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import { usePack } from "../use-pack.ts";
import { undecidedOf } from "./order-change.slice.ts";

/** F10 takes the change, F12 keeps the order. @returns null while nothing is asked. */
export function ChangeQuestion() {
  const { t } = useTranslation();
  const format = useFormat();
  const change = usePack((store) => undecidedOf(store.pack));
  const isDeciding = usePack((store) => store.isDecidingChange);
  const yes = useSettledPress(() => runShared("answer", true));
  const no = useSettledPress(() => runShared("answer", false));
  if (change === null) return null;
  const { kind, orderNumber, fileName, arrivedAt } = change;
  const reason = whyNot(change);
  return (
    <Panel
      tone="ask"
      title={t(`orderChanges.question.${kind}`, { order: orderNumber })}
      alert
      testID="change-question"
      commands={
        <>
          {isAppliable(change) ? (
            <Button danger={kind === "CANCELLED"} keyName="F10" disabled={isDeciding} {...yes}>
              {t(`orderChanges.apply.${kind}`)}
            </Button>
          ) : null}
          <Button keyName="F12" disabled={isDeciding} {...no}>
            {t("orderChanges.keep")}
          </Button>
        </>
      }
    >
      <DifferenceTable change={change} />
      {reason === null ? null : <p>{t(`because.E2282.${reason}`)}</p>}
      <p>{t("orderChanges.from", { file: fileName, at: format.instant(arrivedAt) })}</p>
    </Panel>
  );
}
