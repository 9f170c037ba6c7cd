/** Names on the screen: the organization's name, and the name of the packer at this station. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { DeskFacts } from "../../../core/station/station.schema.ts";
import { FormField } from "../../ui/FormField.tsx";
import { draftedValues, useFormDraft } from "../../store/use-form-draft.ts";
import { EntryForm, SavedMark } from "./EntryForm.tsx";
import styles from "./Organization.module.css";
import { typedNamesSchema, type TypedNames } from "./typed-forms.ts";
import { useOrganization } from "./use-organization.ts";
import { useWrongWords } from "./use-wrong-words.ts";

/** Name of the form's draft. */
const NAMES = "names";

/**
 * Shows the form of both names.
 *
 * @param facts Facts with the current names, with which the fields start.
 * @param focusNow Whether the first field takes the focus.
 */
export function NamesForm({
  facts,
  focusNow,
}: {
  readonly facts: DeskFacts;
  readonly focusNow: boolean;
}) {
  const { t } = useTranslation();
  const wrongWords = useWrongWords();
  const saving = useOrganization((store) => store.savingNames);
  const save = useOrganization((store) => store.saveNames);
  const forgetTry = useOrganization((store) => store.forgetTry);
  const loadDesk = useOrganization((store) => store.loadDesk);
  const start = { member: facts.member.name, organization: facts.organization.name };
  const form = useForm<TypedNames, unknown, TypedNames>({
    resolver: zodResolver(typedNamesSchema),
    defaultValues: draftedValues(NAMES, start),
    reValidateMode: "onSubmit",
  });
  useFormDraft(form, NAMES, start);
  const send = form.handleSubmit(
    async (names) => {
      await save({ organizationID: facts.organization.id, memberID: facts.member.id }, names);
      await loadDesk();
      if (useOrganization.getState().savingNames.step === "saved")
        useOrganization.getState().keepDraft(NAMES, null);
    },
    () => forgetTry("savingNames"),
  );

  return (
    <EntryForm
      title={t("organization.names.title")}
      saveLabel={t("organization.names.save")}
      saving={saving}
      failedTitle={t("organization.notSaved")}
      savedNote={<SavedMark />}
      onSubmit={send}
    >
      <div className={styles["two"]}>
        <FormField
          form={form}
          name="member"
          label={t("organization.names.member")}
          placeholder={t("organization.example.member")}
          wrongWords={wrongWords}
          focusNow={focusNow}
        />
        <FormField
          form={form}
          name="organization"
          label={t("organization.names.organization")}
          wrongWords={wrongWords}
        />
      </div>
    </EntryForm>
  );
}
