/** Asks why a label that came out is printed once more: one digit answers and prints. */
import { useTranslation } from "react-i18next";
import { REPRINT_REASONS, type ReprintReason } from "../../core/printing/printing.schema.ts";
import { runShared } from "../store/commands.ts";
import { useSettledPress } from "../store/shown.ts";
import { Button } from "./Button.tsx";
import { Panel } from "./Panel.tsx";

type ReasonsProps = {
  /** As the packer knows the order. */
  readonly order: string;
  readonly onChoose: (reason: ReprintReason) => void;
};

/** The digits are the key map's, in the order of REPRINT_REASONS. @param onChoose Called by a press of a button. */
export function ReprintReasons({ order, onChoose }: ReasonsProps) {
  const { t } = useTranslation();
  return (
    <Panel
      tone="ask"
      title={t("reprint.title", { order })}
      alert
      testID="reprint-reasons"
      commands={
        <>
          {REPRINT_REASONS.map((reason, index) => (
            <Reason key={reason} reason={reason} index={index} onChoose={onChoose} />
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

function Reason({ reason, index, onChoose }: { readonly reason: ReprintReason; readonly index: number; readonly onChoose: (reason: ReprintReason) => void }) {
  const { t } = useTranslation();
  const press = useSettledPress(() => onChoose(reason));
  return (
    <Button keyName={String(index + 1)} {...press}>
      {t(`reprint.reasons.${reason}`)}
    </Button>
  );
}
