/** Section of Settings: the rules by which the station chooses an offer. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { listRules } from "../../../../core/shipping/choosing/choosing.api.ts";
import type { NewRule, Rule } from "../../../../core/shipping/choosing/choosing.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { FailureText } from "../../../ui/FailureText.tsx";
import { useLoaded } from "../../../ui/use-loaded.ts";
import { BackTo } from "../BackTo.tsx";
import { DryRunPage } from "./DryRunPage.tsx";
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
  /** Rules to try with one that is not saved; null: the saved rules. */
  const [proposed, setProposed] = useState<readonly NewRule[] | null>(null);
  const leave = (): void => {
    setLeft(page);
    setProposed(null);
    go("list");
  };
  const failure = rules.failure ?? choices.failure;
  if (rules.value === null || choices.value === null)
    return failure === null ? null : <FailureText failure={failure} />;
  if (page === "dry")
    return (
      <div className={styles["page"]} data-testid="rule-page">
        <BackTo words={t("rules.back")} onBack={leave} />
        <DryRunPage proposed={proposed} />
      </div>
    );
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
        onTry={(typed) => {
          setProposed(withTyped(rules.value ?? [], rule, typed));
          go("dry");
        }}
        onSaved={async () => {
          await rules.reload();
          leave();
        }}
      />
    </div>
  );
}

/** Returns the saved rules with a typed rule in place of the edited one, or after the others. */
function withTyped(saved: readonly Rule[], edited: Rule | null, typed: NewRule): NewRule[] {
  const all = saved.map((rule) =>
    rule.id === edited?.id
      ? typed
      : { conditions: rule.conditions, action: rule.action, buyUpTo: rule.buyUpTo },
  );
  return edited === null ? [...all, typed] : all;
}
