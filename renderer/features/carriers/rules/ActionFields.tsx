/** Fields for what a rule chooses. */
import { useController, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { NewRule, Rule } from "../../../../core/shipping/choosing/choosing.schema.ts";
import { Choice } from "../../../ui/Choice.tsx";
import { FormField, FormSelect } from "../../../ui/FormField.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import type { RuleTargets } from "./rule-targets.ts";
import styles from "./Rules.module.css";
import { CHOICES, keyOf, TARGET_KINDS, type TypedRule } from "./typed-rule.ts";
import { useRuleWrong } from "./use-rule-wrong.ts";

export type RuleFormState = UseFormReturn<TypedRule, unknown, NewRule>;

type ActionFieldsProps = {
  readonly form: RuleFormState;
  readonly targets: RuleTargets;
  /** The rule before the change; null: a new rule. */
  readonly rule: Rule | null;
};

/** Shows the choices, and the fields that the choice in hand needs. */
export function ActionFields({ form, targets, rule }: ActionFieldsProps) {
  const { t } = useTranslation();
  const wrongWords = useRuleWrong();
  const { field } = useController({ control: form.control, name: "choose" });
  const choose = CHOICES.find((one) => one === field.value) ?? "cheapest";
  return (
    <fieldset ref={focusFirst} className={styles["part"]}>
      <legend>{t("rules.choose.label")}</legend>
      <Choice
        label={t("rules.choose.label")}
        isLabelHidden
        value={choose}
        options={CHOICES.filter(
          (one) => one !== "ask" || choose === "ask" || targets.marketplace.length > 0,
        ).map((value) => ({ value, words: t(`rules.choose.${value}`) }))}
        onChange={field.onChange}
        hint={t(`rules.chooseHint.${choose}`)}
      />
      {choose === "cheapestWithin" ? (
        <div className={styles["grid"]}>
          <FormField
            form={form}
            name="days"
            label={t("rules.days")}
            hint={t("rules.daysHint")}
            wrongWords={wrongWords}
            numeric
          />
        </div>
      ) : null}
      {choose === "ask" ? (
        <div className={styles["grid"]}>
          <FormSelect
            form={form}
            name="target"
            label={t("rules.which.marketplace")}
            none={t(targets.marketplace.length === 0 ? "rules.which.none" : "members.choose")}
            options={targets.marketplace}
            wrongWords={wrongWords}
          />
        </div>
      ) : null}
      {choose === "prefer" || choose === "never" ? (
        <div className={styles["grid"]}>
          <TargetFields form={form} targets={targets} rule={rule} />
          {choose === "prefer" ? (
            <FormField
              form={form}
              name="percent"
              label={t("rules.percent")}
              hint={t("rules.percentHint")}
              wrongWords={wrongWords}
              numeric
            />
          ) : null}
        </div>
      ) : null}
    </fieldset>
  );
}

/** Focuses the choice in hand when the form opens. */
function focusFirst(part: HTMLFieldSetElement | null): void {
  if (document.activeElement === document.body)
    part?.querySelector<HTMLElement>("input:checked")?.focus();
}

/** The carrier, service or account that the rule names. */
function TargetFields({ form, targets, rule }: ActionFieldsProps) {
  const { t } = useTranslation();
  const wrongWords = useRuleWrong();
  const { field } = useController({ control: form.control, name: "targetKind" });
  const kind = TARGET_KINDS.find((one) => one === field.value) ?? "carrier";
  const saved = rule !== null && "target" in rule.action ? rule.action.target : undefined;
  const known = targets[kind];
  // A remote carrier's own carriers and services are in no list of this station.
  const isUnlisted =
    saved?.kind === kind &&
    rule?.isTargetKnown === true &&
    !known.some(({ value }) => value === keyOf(saved));
  const options = isUnlisted ? [...known, { value: keyOf(saved), words: keyOf(saved) }] : known;
  return (
    <>
      <div className={styles["wide"]}>
        <Choice
          label={t("rules.target.label")}
          value={kind}
          options={TARGET_KINDS.filter((one) => one === kind || targets[one].length > 0).map(
            (value) => ({ value, words: t(`rules.target.${value}`) }),
          )}
          onChange={(value) => {
            field.onChange(value);
            form.setValue("target", "");
            form.clearErrors("target");
          }}
        />
      </div>
      <div>
        <FormSelect
          form={form}
          name="target"
          label={t(`rules.which.${kind}`)}
          none={t(options.length === 0 ? "rules.which.none" : "members.choose")}
          options={options}
          wrongWords={wrongWords}
        />
        {rule?.isTargetKnown === false && saved?.kind === kind ? (
          <Mark tone="attention">{t("rules.gone.choose", { what: t(`rules.gone.${kind}`) })}</Mark>
        ) : null}
      </div>
    </>
  );
}
