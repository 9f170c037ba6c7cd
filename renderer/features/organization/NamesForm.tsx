/** The names on the screen: the organization's, and the packer's who acts at this desk. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Desk } from "../../../core/station/station.schema.ts";
import { Field } from "../../ui/Field.tsx";
import { focusFirstWrong } from "../../ui/focus-wrong.ts";
import { EntryForm, SavedMark } from "./EntryForm.tsx";
import styles from "./Organization.module.css";
import { useOrganization } from "./use-organization.ts";

export function NamesForm({ facts, focusNow }: { readonly facts: Desk; readonly focusNow: boolean }) {
  const { t } = useTranslation();
  const saving = useOrganization((store) => store.savingNames);
  const save = useOrganization((store) => store.saveNames);
  const forgetTry = useOrganization((store) => store.forgetTry);
  const loadDesk = useOrganization((store) => store.loadDesk);
  const [member, setMember] = useState(facts.member.name);
  const [organization, setOrganization] = useState(facts.organization.name);
  const [tried, setTried] = useState(false);
  const wrong = (name: string): string | null => (tried && name.trim() === "" ? t("organization.wrong.anyName") : null);

  const submit = async (form: HTMLFormElement): Promise<void> => {
    setTried(true);
    if (member.trim() === "" || organization.trim() === "") {
      forgetTry("savingNames");
      return focusFirstWrong(form);
    }
    await save({ organizationID: facts.organization.id, memberID: facts.member.id }, { organization: organization.trim(), member: member.trim() });
    await loadDesk();
  };

  return (
    <EntryForm title={t("organization.names.title")} saveLabel={t("organization.names.save")} saving={saving} failedTitle={t("organization.notSaved")} savedNote={<SavedMark />} onSubmit={(form) => void submit(form)}>
      <div className={styles["two"]}>
        <Field label={t("organization.names.member")} placeholder={t("organization.example.member")} value={member} onChange={setMember} wrong={wrong(member)} focusNow={focusNow} />
        <Field label={t("organization.names.organization")} value={organization} onChange={setOrganization} wrong={wrong(organization)} />
      </div>
    </EntryForm>
  );
}
