/** Asks why printed labels are printed again: a digit answers and prints. */
import { useTranslation } from "react-i18next";
import { REPRINT_REASONS, type ReprintReason } from "../../core/printing/printing.schema.ts";
import { runShared } from "../store/commands.ts";
import { useSettledPress } from "../store/shown.ts";
import { Button } from "./Button.tsx";
import { Panel } from "./Panel.tsx";

type ReasonsProps = {
  /** The order's number. */
  readonly order?: string;
  /** Number of labels that were printed before. */
  readonly count?: number;
  readonly onChoose: (reason: ReprintReason) => void;
};

/**
 * Buttons in the order of REPRINT_REASONS; the key map handles their digits.
 *
 * @param onChoose Called by a press of a button.
 */
export function ReprintReasons({ order, count = 1, onChoose }: ReasonsProps) {
  const { t } = useTranslation();
  return (
    <Panel
      tone="ask"
      title={
        order === undefined ? t("reprint.titleOfMany", { count }) : t("reprint.title", { order })
      }
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
      <p>{t(order === undefined ? "reprint.leadOfMany" : "reprint.lead")}</p>
    </Panel>
  );
}

function Reason({
  reason,
  index,
  onChoose,
}: {
  readonly reason: ReprintReason;
  readonly index: number;
  readonly onChoose: (reason: ReprintReason) => void;
}) {
  const { t } = useTranslation();
  const press = useSettledPress(() => onChoose(reason));
  return (
    <Button keyName={String(index + 1)} {...press}>
      {t(`reprint.reasons.${reason}`)}
    </Button>
  );
}
