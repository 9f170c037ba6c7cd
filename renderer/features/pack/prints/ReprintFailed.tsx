/** Panel next to the order after a reprint could not start, until a person retries or closes it. */
import { useTranslation } from "react-i18next";
import type { Failure } from "../../../lib/failure.ts";
import { runShared } from "../../../store/commands.ts";
import { useSettledPress } from "../../../store/shown.ts";
import { Button } from "../../../ui/Button.tsx";
import { FailureText } from "../../../ui/FailureText.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { reprint } from "../pack-commands.ts";

/** The failure with a button to retry. */
export function ReprintFailed({ failure }: { readonly failure: Failure }) {
  const { t } = useTranslation();
  const press = useSettledPress(() => void reprint());
  return (
    <Panel
      tone="stop"
      title={t("failure.reprinting")}
      alert
      testID="failure"
      commands={
        <>
          <Button keyName="F6" {...press}>
            {t("app.again")}
          </Button>
          <Button keyName="Esc" onPress={() => runShared("back")}>
            {t("keys.close")}
          </Button>
        </>
      }
    >
      <FailureText failure={failure} />
      <p>{t("failure.money.none")}</p>
    </Panel>
  );
}
