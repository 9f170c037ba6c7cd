/** Fields for how an agreement's labels are paid, and for whom it makes offers. */
import { useTranslation } from "react-i18next";
import { Choice } from "../../../ui/Choice.tsx";
import { Field } from "../../../ui/Field.tsx";

export type PaymentTexts = {
  readonly payment: string;
  readonly creditLimit: string;
  readonly offers: string;
};

type PaymentFieldsProps = {
  readonly typed: PaymentTexts;
  readonly onChange: (part: Partial<PaymentTexts>) => void;
  readonly isLimitWrong: boolean;
};

/** Shows the choices; the limit belongs to payment on account. */
export function PaymentFields({ typed, onChange, isLimitWrong }: PaymentFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Choice
        label={t("agreements.payment.label")}
        value={typed.payment}
        options={[
          { value: "balance", words: t("agreements.payment.balance") },
          { value: "account", words: t("agreements.payment.account") },
        ]}
        onChange={(payment) => onChange({ payment })}
        hint={t(
          typed.payment === "account"
            ? "agreements.payment.accountHint"
            : "agreements.payment.balanceHint",
        )}
      />
      {typed.payment === "account" ? (
        <Field
          label={t("agreements.payment.limit")}
          value={typed.creditLimit}
          onChange={(creditLimit) => onChange({ creditLimit })}
          hint={t("agreements.payment.limitHint")}
          wrong={isLimitWrong ? t("agreements.wrong.amount") : null}
          numeric
        />
      ) : null}
      <Choice
        label={t("agreements.offers.label")}
        value={typed.offers}
        options={[
          { value: "all", words: t("agreements.offers.all") },
          { value: "account", words: t("agreements.offers.account") },
        ]}
        onChange={(offers) => onChange({ offers })}
        {...(typed.offers === "account" ? { hint: t("agreements.offers.accountHint") } : {})}
      />
    </>
  );
}
