/** Replaces the offers of an order on hold: shows the reason and how to release it. */
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { holdWords } from "./hold-words.ts";
import { holdOrRelease } from "../order-commands.ts";

/**
 * Shows why the order is on hold, and how to release it.
 *
 * @param reason Why the order is on hold: one of HOLD_REASONS, or the packer's own words.
 */
export function HeldPanel({ reason }: { readonly reason: string }) {
  const { t } = useTranslation();
  return (
    <Panel
      tone="attention"
      title={t("desk.hold.isHeld")}
      alert
      testID="held"
      commands={
        <Button keyName="F9" onPress={holdOrRelease}>
          {t("desk.hold.release")}
        </Button>
      }
    >
      <p>
        <b>{holdWords(t, reason)}</b>
      </p>
      <p>{t("desk.hold.heldLead")}</p>
    </Panel>
  );
}
