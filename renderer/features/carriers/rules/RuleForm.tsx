/** Form of a new rule or an existing one: what to choose, for which orders, and whether a scan buys. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { createRule, replaceRule } from "../../../../core/shipping/choosing/choosing.api.ts";
import type { NewRule, Rule } from "../../../../core/shipping/choosing/choosing.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { useShared } from "../../../store/shared.ts";
import { draftedValues, useFormDraft } from "../../../store/use-form-draft.ts";
import { ActForm } from "../../../ui/ActForm.tsx";
import { Button } from "../../../ui/Button.tsx";
import { FormField } from "../../../ui/FormField.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { ActionFields } from "./ActionFields.tsx";
import { ConditionFields } from "./ConditionFields.tsx";
import type { RuleChoices } from "./rule-targets.ts";
import styles from "./Rules.module.css";
import { BLANK, typedRule, typedRuleSchema, type TypedRule } from "./typed-rule.ts";
import { useRuleWrong } from "./use-rule-wrong.ts";

type RuleFormProps = {
  /** The rule to edit; null: a new rule. */
  readonly rule: Rule | null;
  readonly choices: RuleChoices;
  /** Tries the typed rule over past shipments; what is typed stays. */
  readonly onTry: (typed: NewRule) => void;
  /** Called once the core has saved the rule. */
  readonly onSaved: () => Promise<void>;
};

/** Shows the form. Typed text stays while another view is open, and after a failure. */
export function RuleForm({ rule, choices, onTry, onSaved }: RuleFormProps) {
  const { t, i18n } = useTranslation();
  const act = useAct();
  const wrongWords = useRuleWrong();
  const keepDraft = useShared((store) => store.keepDraft);
  const name = `rule ${rule?.id ?? "new"}`;
  const start = rule === null ? BLANK : typedRule(rule, i18n.language);
  const form = useForm<TypedRule, unknown, NewRule>({
    resolver: zodResolver(typedRuleSchema),
    defaultValues: draftedValues(name, start),
    reValidateMode: "onSubmit",
  });
  useFormDraft(form, name, start);
  const choose = useWatch({ control: form.control, name: "choose" });
  const send = form.handleSubmit((body) =>
    act.run(async () => {
      await (rule === null
        ? call(createRule, { body })
        : call(replaceRule, { params: { ruleID: rule.id }, body }));
      keepDraft(name, null);
      await onSaved();
    }),
  );
  return (
    <ActForm
      title={t(rule === null ? "rules.newTitle" : "rules.editTitle")}
      command={t(rule === null ? "rules.addNow" : "rules.save")}
      act={act}
      isPage
      onSubmit={() => void send()}
    >
      <ActionFields form={form} targets={choices.targets} rule={rule} />
      <ConditionFields form={form} cities={choices.cities} />
      <div className={styles["wide"]}>
        <Button small onPress={() => void form.handleSubmit(onTry)()}>
          {t("rules.dry.tryTyped")}
        </Button>
      </div>
      {choose === "never" || choose === "ask" ? null : (
        <fieldset className={styles["part"]}>
          <legend>{t("rules.scan")}</legend>
          <div className={styles["grid"]}>
            <div className={styles["wide"]}>
              <FormField
                form={form}
                name="buyUpTo"
                label={t("rules.buyUpTo")}
                hint={t("rules.buyUpToHint")}
                wrongWords={wrongWords}
                numeric
              />
            </div>
          </div>
        </fieldset>
      )}
    </ActForm>
  );
}
