/** Asks before a batch stops for good. */
import { useTranslation } from "react-i18next";
import { runShared } from "../../store/commands.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useBatches } from "./use-batches.ts";

/** Asks the question. F10 stops the batch, F12 keeps it. */
export function StopQuestion() {
  const { t } = useTranslation();
  const left = useBatches(
    ({ batches, stopping }) => batches?.find(({ id }) => id === stopping)?.left ?? 0,
  );
  const yes = useSettledPress(() => runShared("answer", true));
  const no = useSettledPress(() => runShared("answer", false));
  return (
    <Panel
      tone="ask"
      title={t("batches.stopTitle")}
      alert
      testID="stop-question"
      commands={
        <>
          <Button danger keyName="F10" {...yes}>
            {t("batches.stopYes")}
          </Button>
          <Button keyName="F12" {...no}>
            {t("batches.stopNo")}
          </Button>
        </>
      }
    >
      <p>{t("batches.stopLead", { count: left })}</p>
    </Panel>
  );
}
