/**
 * Enters received money. A payment that is entered twice with the same reference is added once.
 */
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { DeskFacts } from "../../../core/station/station.schema.ts";
import { FormField } from "../../ui/FormField.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { draftedValues, useFormDraft } from "../../store/use-form-draft.ts";
import { EntryForm } from "./EntryForm.tsx";
import styles from "./Organization.module.css";
import type { ToppingUp } from "./organization.slice.ts";
import { isOwnReference, newReference } from "./own-reference.ts";
import { typedTopUpSchema, type TypedTopUp } from "./typed-forms.ts";
import { useOrganization } from "./use-organization.ts";
import { useWrongWords } from "./use-wrong-words.ts";

/**
 * Names of the form's drafts: the typed fields, and the reference of an attempt that has not
 * succeeded.
 */
const TOP_UP = "top-up";
const OWN = "top-up reference";
const BLANK = { amount: "", reference: "" };

/**
 * Shows the form for received money.
 *
 * @param facts Facts with the money available for purchases.
 * @param focusNow Whether the amount takes the focus.
 */
export function TopUpForm({
  facts,
  focusNow,
}: {
  readonly facts: DeskFacts;
  readonly focusNow: boolean;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const wrongWords = useWrongWords();
  const toppingUp = useOrganization((store) => store.toppingUp);
  const { form, send } = useEntry(facts.organization.id);

  return (
    <EntryForm
      title={t("organization.balance.title")}
      lead={t("organization.balance.lead", {
        amount: format.money(facts.available, facts.currency),
      })}
      saveLabel={t("organization.balance.save")}
      saving={toppingUp}
      failedTitle={t("organization.balance.failed")}
      savedNote={toppingUp.step === "saved" ? <ToppedUp saved={toppingUp} /> : null}
      onSubmit={send}
    >
      <div className={styles["two"]}>
        <FormField
          form={form}
          name="amount"
          label={t("organization.balance.amount")}
          placeholder={t("organization.example.amount")}
          wrongWords={wrongWords}
          numeric
          focusNow={focusNow}
        />
        <FormField
          form={form}
          name="reference"
          label={t("organization.balance.reference")}
          hint={t("organization.balance.referenceHint")}
          wrongWords={wrongWords}
        />
      </div>
    </EntryForm>
  );
}

/** Returns the form and its submission. Typed text is kept while another view is open. */
function useEntry(organizationID: string): {
  readonly form: UseFormReturn<TypedTopUp, unknown, TypedTopUp>;
  readonly send: () => Promise<void>;
} {
  const topUp = useOrganization((store) => store.topUp);
  const forgetTry = useOrganization((store) => store.forgetTry);
  /**
   * Reference of an entry for which the packer types no reference, so that pressing Enter again
   * after a lost answer does not add the payment a second time. Kept with the amount, because a
   * packer who returns to the form repeats the same entry.
   */
  const [ownReference, setOwnReference] = useState(
    () => draftedValues(OWN, { reference: newReference() }).reference,
  );
  const form = useForm<TypedTopUp, unknown, TypedTopUp>({
    resolver: zodResolver(typedTopUpSchema),
    defaultValues: draftedValues(TOP_UP, BLANK),
    reValidateMode: "onSubmit",
  });
  useFormDraft(form, TOP_UP, BLANK);
  const keepDraft = useOrganization((store) => store.keepDraft);
  const send = form.handleSubmit(
    async ({ amount, reference }) => {
      keepDraft(OWN, { reference: ownReference });
      if (!(await topUp(organizationID, amount, reference === "" ? ownReference : reference)))
        return;
      keepDraft(OWN, null);
      keepDraft(TOP_UP, null);
      form.reset(BLANK);
      setOwnReference(newReference());
    },
    () => forgetTry("toppingUp"),
  );
  return { form, send };
}

function ToppedUp({ saved }: { readonly saved: Extract<ToppingUp, { step: "saved" }> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { entry, isNew } = saved;
  return (
    <span data-testid="topped-up">
      <Mark tone={isNew ? "ok" : "attention"}>
        {t(
          !isNew
            ? "organization.balance.known"
            : isOwnReference(entry.reference)
              ? "organization.balance.addedPlain"
              : "organization.balance.added",
          {
            amount: format.money(entry.amount, entry.currency),
            reference: entry.reference,
            when: format.instant(entry.createdAt),
          },
        )}
      </Mark>
    </span>
  );
}
