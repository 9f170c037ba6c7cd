/** Form that changes an agreement's name, contract number, tracking link and payment. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { updateAgreement } from "../../../../core/shipping/agreements/agreements.api.ts";
import type { AgreementView } from "../../../../core/shipping/agreements/agreements.schema.ts";
import { call } from "../../../lib/bridge.ts";
import { useDraft } from "../../../store/use-draft.ts";
import { ActForm } from "../../../ui/ActForm.tsx";
import { Field } from "../../../ui/Field.tsx";
import { useAct } from "../../../ui/use-act.ts";
import { PaymentFields } from "./PaymentFields.tsx";
import { paymentOf } from "./payment-texts.ts";
import type { OpenPage } from "./use-agreement-page.ts";

type EditAgreementProps = {
  readonly agreement: AgreementView;
  readonly open: OpenPage;
  readonly onChanged: () => Promise<void>;
};

/** Shows the form with what is saved. */
export function EditAgreement({ agreement, open, onChanged }: EditAgreementProps) {
  const { t, i18n } = useTranslation();
  const act = useAct();
  const [isTried, setTried] = useState(false);
  const { typed, change, forget } = useDraft(
    `agreement ${agreement.id}`,
    textsOf(agreement, i18n.language),
  );
  const payment = paymentOf(typed);
  const isUrlWrong = typed.trackingUrl !== "" && !/^https?:\/\/\S+$/.test(typed.trackingUrl);
  const save = (): void => {
    setTried(true);
    if (typed.name.trim() === "" || isUrlWrong || payment === undefined) return;
    const { name, contractNumber, trackingUrl } = typed;
    void act.run(async () => {
      await call(updateAgreement, {
        params: { agreementID: agreement.id },
        body: { name, contractNumber, trackingUrl, ...payment },
      });
      forget();
      await onChanged();
      open.go("list", agreement.id);
    });
  };
  return (
    <ActForm
      title={t("agreements.editOf", { name: agreement.name })}
      command={t("agreements.save")}
      act={act}
      onSubmit={save}
    >
      <Field
        label={t("agreements.name")}
        value={typed.name}
        onChange={(name) => change({ name })}
        wrong={isTried && typed.name.trim() === "" ? t("agreements.wrong.missing") : null}
        focusNow
      />
      <Field
        label={t("agreements.column.number")}
        value={typed.contractNumber}
        onChange={(contractNumber) => change({ contractNumber })}
      />
      <Field
        label={t("agreements.trackingUrl")}
        value={typed.trackingUrl}
        onChange={(trackingUrl) => change({ trackingUrl })}
        hint={t("agreements.trackingHint")}
        wrong={isTried && isUrlWrong ? t("agreements.wrong.url") : null}
      />
      <PaymentFields
        typed={typed}
        onChange={change}
        isLimitWrong={isTried && payment === undefined}
      />
    </ActForm>
  );
}

function textsOf(agreement: AgreementView, language: string) {
  return {
    name: agreement.name,
    contractNumber: agreement.contractNumber,
    trackingUrl: agreement.trackingUrl,
    payment: agreement.onAccount ? "account" : "balance",
    creditLimit: limitText(agreement.creditLimit, language),
    offers: agreement.needsAccount ? "account" : "all",
  };
}

/** Writes a limit as a person types it: "1500.00" → "1500,00" in Turkish. */
function limitText(limit: string | null, language: string): string {
  return (limit ?? "").replace(".", language === "tr" ? "," : ".");
}
