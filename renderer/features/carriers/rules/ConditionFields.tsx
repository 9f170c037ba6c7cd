/** Fields for the orders that a rule is for; all may be empty. */
import { useTranslation } from "react-i18next";
import type { City } from "../../../../core/shipping/geo/geo.schema.ts";
import { FormField, FormSelect } from "../../../ui/FormField.tsx";
import type { RuleFormState } from "./ActionFields.tsx";
import { ProvincesField } from "./ProvincesField.tsx";
import styles from "./Rules.module.css";
import { CASH_ON_DELIVERY } from "./typed-rule.ts";
import { useRuleWrong } from "./use-rule-wrong.ts";

const MEASURES = ["desiOver", "desiUpTo", "kgOver", "kgUpTo"] as const;
const NAMES = ["sources", "merchants"] as const;

type ConditionFieldsProps = { readonly form: RuleFormState; readonly cities: readonly City[] };

/** Shows the fields. */
export function ConditionFields({ form, cities }: ConditionFieldsProps) {
  const { t } = useTranslation();
  const wrongWords = useRuleWrong();
  return (
    <fieldset className={styles["part"]}>
      <legend>{t("rules.orders")}</legend>
      <p>{t("rules.ordersLead")}</p>
      <div className={styles["grid"]}>
        <div className={styles["wider"]}>
          <ProvincesField form={form} cities={cities} />
        </div>
        <div className={styles["cash"]}>
          <FormSelect
            form={form}
            name="cashOnDelivery"
            label={t("rules.cash.label")}
            none={t("rules.cash.every")}
            options={CASH_ON_DELIVERY.map((value) => ({ value, words: t(`rules.cash.${value}`) }))}
            wrongWords={wrongWords}
          />
        </div>
        {MEASURES.map((name) => (
          <FormField
            key={name}
            form={form}
            name={name}
            label={t(`rules.${name}`)}
            wrongWords={wrongWords}
            numeric
          />
        ))}
        {NAMES.map((name) => (
          <div key={name} className={styles["wide"]}>
            <FormField
              form={form}
              name={name}
              label={t(`rules.${name}`)}
              hint={t(`rules.${name}Hint`)}
              wrongWords={wrongWords}
            />
          </div>
        ))}
      </div>
    </fieldset>
  );
}
