/** The names on the screen: the organization's, and the packer's who acts at this desk. */
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useDesk } from "../../app/store.ts";
import type { Desk } from "../../../core/station/station.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { focusFirstWrong } from "../../ui/focus-wrong.ts";
import { Mark } from "../../ui/Mark.tsx";
import styles from "./Organization.module.css";

export function NamesForm({ facts, focusNow }: { readonly facts: Desk; readonly focusNow: boolean }) {
  const { t } = useTranslation();
  const saving = useDesk((store) => store.savingNames);
  const save = useDesk((store) => store.saveNames);
  const loadDesk = useDesk((store) => store.loadDesk);
  const [member, setMember] = useState(facts.member.name);
  const [organization, setOrganization] = useState(facts.organization.name);
  const [tried, setTried] = useState(false);
  const wrong = (name: string): string | null => (tried && name.trim() === "" ? t("organization.wrong.anyName") : null);

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (member.trim() === "" || organization.trim() === "") return focusFirstWrong(event.currentTarget);
    await save({ organizationID: facts.organization.id, memberID: facts.member.id }, { organization: organization.trim(), member: member.trim() });
    await loadDesk();
  };

  return (
    <form className={styles["form"]} onSubmit={(event) => void submit(event)} noValidate aria-label={t("organization.names.title")}>
      <h2>{t("organization.names.title")}</h2>
      <div className={styles["two"]}>
        <Field label={t("organization.names.member")} placeholder={t("organization.example.member")} value={member} onChange={setMember} wrong={wrong(member)} focusNow={focusNow} />
        <Field label={t("organization.names.organization")} value={organization} onChange={setOrganization} wrong={wrong(organization)} />
      </div>
      {saving.step === "failed" ? (
        <div role="alert">
          <Mark tone="stop">{t("organization.notSaved")}</Mark>
          <FailureText failure={saving.failure} />
        </div>
      ) : null}
      <div className={styles["acts"]}>
        <Button submits main disabled={saving.step === "saving"} keyName="Enter">
          {t("organization.names.save")}
        </Button>
        <span role="status">{saving.step === "saved" ? <Mark tone="ok">{t("organization.saved")}</Mark> : null}</span>
      </div>
    </form>
  );
}
