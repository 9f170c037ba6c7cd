/** A reprint that could not be started: said where the packer looks, until it is tried again or put away. */
import { useTranslation } from "react-i18next";
import { back, reprint } from "../../app/acts.ts";
import { useSettledPress } from "../../app/shown.ts";
import { useDesk } from "../../app/store.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Panel } from "../../ui/Panel.tsx";

export function ReprintFailed() {
  const { t } = useTranslation();
  const state = useDesk((store) => store.reprint);
  const press = useSettledPress(() => void reprint());
  if (state.step !== "failed") return null;
  return (
    <Panel
      tone="stop"
      title={t("failure.reprinting")}
      alert
      testID="failure"
      acts={
        <>
          <Button keyName="F6" {...press}>
            {t("done.reprint")}
          </Button>
          <Button keyName="Esc" onPress={back}>
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
