/** Asks why an order must wait: answered by a digit, or by a typed reason. */
import { useEffect, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { HOLD_REASONS } from "../../../../core/fulfilment/packing/packing.schema.ts";
import { leaveScanField } from "../../../lib/focus.ts";
import { runShared } from "../../../store/commands.ts";
import { Button } from "../../../ui/Button.tsx";
import { FailureText } from "../../../ui/FailureText.tsx";
import { Field } from "../../../ui/Field.tsx";
import { cutMiddle } from "../../../ui/MiddleCut.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { holdFor } from "../order-commands.ts";
import { usePack } from "../use-pack.ts";

/** Asks for the reason of a hold. @returns null while nothing is asked. */
export function HoldPanel() {
  const { t } = useTranslation();
  const hold = usePack((store) => store.hold);
  const [text, setText] = useState("");
  // The digits answer the question, and are not typed after what the scan field has.
  useEffect(leaveScanField, []);
  if (hold === null) return null;
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    void holdFor(text);
  };
  return (
    <Panel
      tone="ask"
      title={t("desk.hold.title", { order: cutMiddle(hold.order) })}
      alert
      testID="hold"
      commands={
        <>
          {/* First for Tab, shown below the answers. */}
          <form onSubmit={apply} noValidate>
            <Field label={t("desk.hold.other")} value={text} onChange={setText} />
          </form>
          {HOLD_REASONS.map((reason, index) => (
            <Button
              key={reason}
              keyName={String(index + 1)}
              disabled={hold.busy && hold.failure === null}
              onPress={() => void holdFor(reason)}
            >
              {t(`desk.hold.reasons.${reason}`)}
            </Button>
          ))}
          <Button keyName="Esc" onPress={() => runShared("back")}>
            {t("desk.hold.no")}
          </Button>
        </>
      }
    >
      <p>{t("desk.hold.lead")}</p>
      {hold.failure === null ? null : <FailureText failure={hold.failure} />}
    </Panel>
  );
}
