/** Asks why a label that came out is printed once more: one digit answers and prints. */
import { useTranslation } from "react-i18next";
import { REPRINT_REASONS, type ReprintReason } from "../../../core/printing/printing.schema.ts";
import { runShared } from "../../store/commands.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { reprintFor } from "./pack-commands.ts";
import type { Bought } from "./pack.slice.ts";

/** @param label The one that is printed then. */
export function ReprintReasons({ label }: { readonly label: Bought }) {
  const { t } = useTranslation();
  return (
    <Panel
      tone="ask"
      title={t("reprint.title", { order: label.orderNumber })}
      alert
      testID="reprint-reasons"
      commands={
        <>
          {REPRINT_REASONS.map((reason, index) => (
            <Reason key={reason} reason={reason} index={index} />
          ))}
          <Button keyName="Esc" onPress={() => runShared("back")}>
            {t("reprint.no")}
          </Button>
        </>
      }
    >
      <p>{t("reprint.lead")}</p>
    </Panel>
  );
}

function Reason({ reason, index }: { readonly reason: ReprintReason; readonly index: number }) {
  const { t } = useTranslation();
  const press = useSettledPress(() => void reprintFor(index));
  return (
    <Button keyName={String(index + 1)} {...press}>
      {t(`reprint.reasons.${reason}`)}
    </Button>
  );
}
