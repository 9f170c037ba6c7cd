/** Entering money that has come in. The reference makes it safe: the same payment entered twice is added once. */
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useDesk } from "../../app/store.ts";
import type { Desk } from "../../../core/station/station.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { focusFirstWrong } from "../../ui/focus-wrong.ts";
import { Mark } from "../../ui/Mark.tsx";
import { useFormat } from "../../ui/useFormat.ts";
import styles from "./Organization.module.css";
import { readAmount } from "./read-forms.ts";

export function TopUpForm({ facts, focusNow }: { readonly facts: Desk; readonly focusNow: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const toppingUp = useDesk((store) => store.toppingUp);
  const topUp = useDesk((store) => store.topUp);
  const [amount, setAmount] = useState("");
  const [reference, setReference] = useState("");
  const [wrong, setWrong] = useState(false);
  /** Without a reference of the packer's: one for this entry, so that Enter pressed again after a lost answer adds nothing. */
  const [ownReference, setOwnReference] = useState(newReference);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const value = readAmount(amount);
    if (value === undefined) {
      setWrong(true);
      return focusFirstWrong(event.currentTarget);
    }
    if (!(await topUp(facts.organization.id, value, reference.trim() === "" ? ownReference : reference.trim()))) return;
    setAmount("");
    setReference("");
    setOwnReference(newReference());
  };

  return (
    <form className={styles["form"]} onSubmit={(event) => void submit(event)} noValidate aria-label={t("organization.balance.title")}>
      <h2>{t("organization.balance.title")}</h2>
      <p>{t("organization.balance.lead", { amount: format.money(facts.available, facts.currency) })}</p>
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
      {toppingUp.step === "failed" ? (
        <div role="alert">
          <Mark tone="stop">{t("organization.balance.failed")}</Mark>
          <FailureText failure={toppingUp.failure} />
        </div>
      ) : null}
      <div className={styles["acts"]}>
        <Button submits main disabled={toppingUp.step === "saving"} keyName="Enter">
          {t("organization.balance.save")}
        </Button>
        <span role="status">
          {toppingUp.step === "saved" ? (
            <span data-testid="topped-up">
              <Mark tone={toppingUp.isNew ? "ok" : "attention"}>
                {t(toppingUp.isNew ? "organization.balance.added" : "organization.balance.known", {
                  amount: format.money(toppingUp.entry.amount, toppingUp.entry.currency),
                  reference: toppingUp.entry.reference,
                  when: format.instant(toppingUp.entry.createdAt),
                })}
              </Mark>
            </span>
          ) : null}
        </span>
      </div>
    </form>
  );
}

function newReference(): string {
  return `desk ${crypto.randomUUID().slice(0, 13)}`;
}
