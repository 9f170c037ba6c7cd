/** A reprint that could not be started: shown beside the order, until it is tried again or closed. */
import { useTranslation } from "react-i18next";
import { runShared } from "../../store/commands.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { reprint } from "./pack-commands.ts";
import { usePack } from "./use-pack.ts";

/** The failure with a way to try again. @returns null unless the last reprint has failed. */
export function ReprintFailed() {
  const { t } = useTranslation();
  const state = usePack((store) => store.reprint);
  const press = useSettledPress(() => void reprint());
  if (state.step !== "failed") return null;
  return (
    <Panel
      tone="stop"
      title={t("failure.reprinting")}
      alert
      testID="failure"
      commands={
        <>
          <Button keyName="F6" {...press}>
            {t("done.reprint")}
          </Button>
          <Button keyName="Esc" onPress={() => runShared("back")}>
            {t("keys.close")}
          </Button>
        </>
      }
    >
      <FailureText failure={state.failure} />
      <p>{t("failure.money.none")}</p>
    </Panel>
  );
}
