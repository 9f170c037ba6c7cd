/** Asks before removing a box into which pieces were scanned. */
import { useTranslation } from "react-i18next";
import { runShared } from "../../../store/commands.ts";
import { useSettledPress } from "../../../store/shown.ts";
import { Button } from "../../../ui/Button.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { usePack } from "../use-pack.ts";

/** Asks the question. F10 removes the box, F12 keeps it. @returns null while nothing is asked. */
export function BoxQuestion() {
  const { t } = useTranslation();
  const asked = usePack((store) => store.boxAsked);
  const yes = useSettledPress(() => runShared("answer", true));
  const no = useSettledPress(() => runShared("answer", false));
  if (asked === null) return null;
  return (
    <Panel
      tone="ask"
      title={t("desk.removeBox.title", { no: asked.no })}
      alert
      testID="box-question"
      commands={
        <>
          <Button danger keyName="F10" {...yes}>
            {t("desk.removeBox.yes")}
          </Button>
          <Button keyName="F12" {...no}>
            {t("desk.removeBox.no")}
          </Button>
        </>
      }
    >
      <p>{t("desk.removeBox.lead", { count: asked.scanned })}</p>
    </Panel>
  );
}
