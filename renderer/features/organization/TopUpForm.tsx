/** Entering money that has come in. The reference makes it safe: the same payment entered twice is added once. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Desk } from "../../../core/station/station.schema.ts";
import { Field } from "../../ui/Field.tsx";
import { focusFirstWrong } from "../../ui/focus-wrong.ts";
import { Mark } from "../../ui/Mark.tsx";
import { useFormat } from "../../ui/useFormat.ts";
import { EntryForm } from "./EntryForm.tsx";
import styles from "./Organization.module.css";
import type { ToppingUp } from "./organization.slice.ts";
import { isOwnReference, newReference } from "./own-reference.ts";
import { readAmount } from "./read-forms.ts";
import { useOrganization } from "./use-organization.ts";

export function TopUpForm({ facts, focusNow }: { readonly facts: Desk; readonly focusNow: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const toppingUp = useOrganization((store) => store.toppingUp);
  const topUp = useOrganization((store) => store.topUp);
  const forgetTry = useOrganization((store) => store.forgetTry);
  const [amount, setAmount] = useState("");
  const [reference, setReference] = useState("");
  const [wrong, setWrong] = useState(false);
  /** Without a reference of the packer's: one for this entry, so that Enter pressed again after a lost answer adds nothing. */
  const [ownReference, setOwnReference] = useState(newReference);

  const submit = async (form: HTMLFormElement): Promise<void> => {
    const value = readAmount(amount);
    if (value === undefined) {
      setWrong(true);
      forgetTry("toppingUp");
      return focusFirstWrong(form);
    }
    if (!(await topUp(facts.organization.id, value, reference.trim() === "" ? ownReference : reference.trim()))) return;
    setAmount("");
    setReference("");
    setOwnReference(newReference());
  };

  return (
    <EntryForm
      title={t("organization.balance.title")}
      lead={t("organization.balance.lead", { amount: format.money(facts.available, facts.currency) })}
      saveLabel={t("organization.balance.save")}
      saving={toppingUp}
      failedTitle={t("organization.balance.failed")}
      savedNote={toppingUp.step === "saved" ? <ToppedUp saved={toppingUp} /> : null}
      onSubmit={(form) => void submit(form)}
    >
      <div className={styles["two"]}>
        <Field
          label={t("organization.balance.amount")}
          placeholder={t("organization.example.amount")}
          value={amount}
          onChange={(typed) => {
            setAmount(typed);
            setWrong(false);
          }}
          wrong={wrong ? t("organization.wrong.amount") : null}
          numeric
          focusNow={focusNow}
        />
        <Field label={t("organization.balance.reference")} hint={t("organization.balance.referenceHint")} value={reference} onChange={setReference} />
      </div>
    </EntryForm>
  );
}

function ToppedUp({ saved }: { readonly saved: Extract<ToppingUp, { step: "saved" }> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { entry, isNew } = saved;
  return (
    <span data-testid="topped-up">
      <Mark tone={isNew ? "ok" : "attention"}>
        {t(!isNew ? "organization.balance.known" : isOwnReference(entry.reference) ? "organization.balance.addedPlain" : "organization.balance.added", { amount: format.money(entry.amount, entry.currency), reference: entry.reference, when: format.instant(entry.createdAt) })}
      </Mark>
    </span>
  );
}
