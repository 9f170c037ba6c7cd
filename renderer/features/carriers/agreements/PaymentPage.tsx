/** Payments to the carrier of an agreement on account: the form of a new one, and the newest. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { turkishDay } from "../../../../core/base/turkish-day.ts";
import {
  addAgreementPayment,
  listAgreementPayments,
} from "../../../../core/shipping/agreements/agreements.api.ts";
import type {
  AgreementView,
  PaymentView,
} from "../../../../core/shipping/agreements/agreements.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { readSignedAmount } from "../../../lib/read-amount.ts";
import { readDay } from "../../../lib/read-day.ts";
import { useDraft } from "../../../store/use-draft.ts";
import { ActForm } from "../../../ui/ActForm.tsx";
import { FailureText } from "../../../ui/FailureText.tsx";
import { Field } from "../../../ui/Field.tsx";
import rows from "../../../ui/Rows.module.css";
import { useAct } from "../../../ui/use-act.ts";
import { useFormat } from "../../../ui/use-format.ts";
import { useLoaded } from "../../../ui/use-loaded.ts";

type PaymentPageProps = {
  readonly agreement: AgreementView;
  readonly onChanged: () => Promise<void>;
};

/** Shows the form, and below it the payments. */
export function PaymentPage({ agreement, onChanged }: PaymentPageProps) {
  const params = { agreementID: agreement.id };
  const payments = useLoaded(() => call(listAgreementPayments, { params }));
  return (
    <>
      <NewPayment
        agreement={agreement}
        onSaved={async () => {
          await Promise.all([payments.reload(), onChanged()]);
        }}
      />
      {payments.failure === null ? null : <FailureText failure={payments.failure} />}
      <Payments payments={payments.value ?? []} />
    </>
  );
}

type NewPaymentProps = {
  readonly agreement: AgreementView;
  readonly onSaved: () => Promise<void>;
};

function NewPayment({ agreement, onSaved }: NewPaymentProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const act = useAct();
  const [isTried, setTried] = useState(false);
  const { typed, change, forget } = useDraft(`payment ${agreement.id}`, {
    amount: "",
    paidOn: format.day(turkishDay(new Date().toISOString())),
    reference: "",
  });
  const [amount, paidOn] = [readSignedAmount(typed.amount), readDay(typed.paidOn)];
  const save = (): void => {
    setTried(true);
    if (amount === undefined || paidOn === undefined) return;
    void act.run(async () => {
      await call(addAgreementPayment, {
        params: { agreementID: agreement.id },
        body: { amount, paidOn, reference: typed.reference },
      });
      forget();
      setTried(false);
      await onSaved();
    });
  };
  return (
    <ActForm
      title={t("agreements.paid.title", { name: agreement.name })}
      lead={t("agreements.paid.lead", { debt: format.money(agreement.debt, "TL") })}
      command={t("agreements.paid.save")}
      act={act}
      done={t("agreements.paid.saved")}
      onSubmit={save}
    >
      <Field
        label={t("agreements.paid.amount")}
        value={typed.amount}
        onChange={(text) => change({ amount: text })}
        hint={t("agreements.paid.amountHint")}
        wrong={isTried && amount === undefined ? t("agreements.wrong.amount") : null}
        focusNow
      />
      <Field
        label={t("agreements.paid.day")}
        value={typed.paidOn}
        onChange={(text) => change({ paidOn: text })}
        wrong={isTried && paidOn === undefined ? t("agreements.wrong.day") : null}
      />
      <Field
        label={t("agreements.paid.reference")}
        value={typed.reference}
        onChange={(reference) => change({ reference })}
      />
    </ActForm>
  );
}

/** The newest payments. */
function Payments({ payments }: { readonly payments: readonly PaymentView[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (payments.length === 0) return null;
  return (
    <ul
      className={rows["rows"]}
      aria-label={t("agreements.paid.list")}
      data-testid="agreement-payments"
    >
      {payments.map(({ id, paidOn, amount, reference }) => (
        <li key={id}>
          <span className={rows["what"]}>
            <b>{format.money(amount, "TL")}</b>
            <span className={rows["soft"]}>
              {[format.day(paidOn), reference].filter((text) => text !== "").join(" · ")}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
