/** Asks before a bought label is cancelled, because it may already be on a parcel. */
import { useTranslation } from "react-i18next";
import { runShared } from "../../../store/commands.ts";
import { useSettledPress } from "../../../store/shown.ts";
import { Button } from "../../../ui/Button.tsx";
import { FailureText } from "../../../ui/FailureText.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import { usePack } from "../use-pack.ts";

/** Asks the question. F10 cancels the label, F12 keeps it. @returns null while nothing is asked. */
export function UndoQuestion() {
  const { t } = useTranslation();
  const format = useFormat();
  const undo = usePack((store) => store.undo);
  const yes = useSettledPress(() => runShared("answer", true));
  const no = useSettledPress(() => runShared("answer", false));
  if (undo.step === "none") return null;
  const { orderNumber, serviceName, amount, currency, paidAt } = undo.purchase;
  const busy = undo.step === "cancelling";

  return (
    <Panel
      tone={undo.step === "failed" ? "stop" : "ask"}
      title={
        undo.step === "failed"
          ? t("failure.undoing", { order: orderNumber })
          : t("undo.title", { order: orderNumber })
      }
      alert
      testID="undo-question"
      commands={
        <>
          <Button danger keyName="F10" disabled={busy} {...yes}>
            {busy ? t("undo.busy") : t("undo.yes")}
          </Button>
          <Button keyName="F12" disabled={busy} {...no}>
            {t("undo.no")}
          </Button>
        </>
      }
    >
      {undo.step === "failed" ? (
        <FailureText failure={undo.failure} />
      ) : (
        <p>
          {t(paidAt === undefined ? "undo.lead" : "marketplaces.undoLead", {
            service: serviceName,
            amount: format.money(amount, currency),
            name: paidAt,
          })}
        </p>
      )}
    </Panel>
  );
}
