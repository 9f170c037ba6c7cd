/** Section of Settings: the rules by which the station chooses an offer. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { listRules } from "../../../../core/shipping/choosing/choosing.api.ts";
import { call } from "../../../lib/bridge.ts";
import { FailureText } from "../../../ui/FailureText.tsx";
import { useLoaded } from "../../../ui/use-loaded.ts";
import { BackTo } from "../BackTo.tsx";
import { readRuleChoices } from "./rule-targets.ts";
import { RuleForm } from "./RuleForm.tsx";
import { RuleList } from "./RuleList.tsx";
import styles from "./Rules.module.css";
import { useRulePage } from "./use-rule-page.ts";

/** Shows the list or the open form. */
export function Rules() {
  const { t } = useTranslation();
  const rules = useLoaded(() => call(listRules));
  const choices = useLoaded(readRuleChoices);
  const { page, go } = useRulePage();
  /** The page that was left, whose button then takes the focus. */
  const [left, setLeft] = useState<string | null>(null);
  const leave = (): void => {
    setLeft(page);
    go("list");
  };
  const failure = rules.failure ?? choices.failure;
  if (rules.value === null || choices.value === null)
    return failure === null ? null : <FailureText failure={failure} />;
  const rule = rules.value.find(({ id }) => id === page) ?? null;
  if (rule === null && page !== "new")
    return (
      <RuleList
        rules={rules.value}
        failure={rules.failure}
        left={left}
        onPage={go}
        onChanged={rules.reload}
      />
    );
  return (
    <div className={styles["page"]} data-testid="rule-page">
      <BackTo words={t("rules.back")} onBack={leave} />
      <RuleForm
        rule={rule}
        choices={choices.value}
        onSaved={async () => {
          await rules.reload();
          leave();
        }}
      />
    </div>
  );
}
