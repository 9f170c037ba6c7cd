/**
 * Members of the organization and their roles. The last active owner can be neither demoted nor
 * deactivated.
 */
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  createMember,
  listMembers,
  updateMember,
} from "../../../core/organizations/organizations.api.ts";
import type { Member } from "../../../core/organizations/organizations.schema.ts";
import { call } from "../../lib/bridge.ts";
import { useDraft } from "../../store/use-draft.ts";
import { ActFailure, ActForm } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmedSelect } from "../../ui/ConfirmedSelect.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { Mark } from "../../ui/Mark.tsx";
import rows from "../../ui/Rows.module.css";
import section from "../../ui/Section.module.css";
import { Select } from "../../ui/Select.tsx";
import { useAct, type Act } from "../../ui/use-act.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { useOrganization } from "./use-organization.ts";

type Role = Member["role"];
const ROLES = ["owner", "admin", "user", "limitedAccessUser"] as const satisfies readonly Role[];

/** Reads the members on mount. */
export function Members() {
  const { t } = useTranslation();
  const members = useLoaded(() => call(listMembers));
  const ownID = useOrganization((store) =>
    store.desk.step === "ready" ? store.desk.facts.member.id : null,
  );
  const act = useAct();
  const owners = members.value?.filter(isActiveOwner).length ?? 0;
  return (
    <div className={section["sections"]} data-testid="members">
      <section className={section["section"]} aria-label={t("members.title")}>
        <h2>{t("members.title")}</h2>
        <p>{t("members.lead")}</p>
        {members.failure === null ? null : <FailureText failure={members.failure} />}
        <ul className={rows["rows"]}>
          {members.value?.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              isOwn={member.id === ownID}
              isLastOwner={isActiveOwner(member) && owners === 1}
              act={act}
              reload={members.reload}
            />
          ))}
        </ul>
        <ActFailure act={act} />
      </section>
      <NewMember onAdded={members.reload} />
    </div>
  );
}

function isActiveOwner({ role, isActive }: Member): boolean {
  return role === "owner" && isActive;
}

type MemberRowProps = {
  readonly member: Member;
  readonly isOwn: boolean;
  readonly isLastOwner: boolean;
  readonly act: Act;
  readonly reload: () => Promise<void>;
};

function MemberRow({ member, isOwn, isLastOwner, act, reload }: MemberRowProps) {
  const { t } = useTranslation();
  const name = member.name === "" ? member.email : member.name;
  const change = (body: { role?: Role; isActive?: boolean }): Promise<void> =>
    act
      .run(async () => {
        await call(updateMember, { params: { userID: member.userID }, body });
      })
      .then(reload);
  return (
    <li>
      <span className={rows["what"]}>
        <b>
          {name === "" ? t("members.noName") : name} {isOwn ? t("members.you") : ""}
        </b>
        <span className={rows["soft"]}>{member.email}</span>
      </span>
      {member.isActive ? null : <Mark tone="attention">{t("members.inactive")}</Mark>}
      <RoleOf member={member} name={name} isOwn={isOwn} change={(role) => change({ role })}>
        {isLastOwner ? null : member.isActive ? (
          <AskTwice
            subject={name}
            words={t("members.deactivate")}
            confirm={t("members.deactivateNow")}
            onConfirm={() => void change({ isActive: false })}
          />
        ) : (
          <Button
            small
            label={`${t("members.activate")}: ${name}`}
            onPress={() => void change({ isActive: true })}
          >
            {t("members.activate")}
          </Button>
        )}
      </RoleOf>
    </li>
  );
}

type RoleOfProps = {
  readonly member: Member;
  readonly name: string;
  readonly isOwn: boolean;
  readonly change: (role: Role) => Promise<void>;
  /** Buttons next to the list of roles, shown while no other role is chosen in it. */
  readonly children: ReactNode;
};

function RoleOf({ member, name, isOwn, change, children }: RoleOfProps) {
  const { t } = useTranslation();
  const rank = (role: Role | ""): number => (role === "" ? 0 : ROLES.indexOf(role));
  return (
    <ConfirmedSelect
      label={t("members.roleOf", { name })}
      isLabelHidden
      value={member.role}
      none={t("members.choose")}
      options={ROLES.map((value) => ({ value, words: t(`members.roles.${value}`) }))}
      give={t("members.give")}
      subject={name}
      onGive={async (role) => (role === "" ? undefined : change(role))}
      note={(role) =>
        isOwn && rank(role) > rank(member.role) ? (
          <Mark tone="attention">{t("members.lessHere")}</Mark>
        ) : null
      }
    >
      {children}
    </ConfirmedSelect>
  );
}

const BLANK = { name: "", email: "", role: "user" };

function NewMember({ onAdded }: { readonly onAdded: () => Promise<void> }) {
  const { t } = useTranslation();
  const act = useAct();
  const { typed, change, forget } = useDraft("member", BLANK);
  const role = ROLES.find((one) => one === typed.role) ?? "user";
  const [isWrong, setWrong] = useState(false);
  const send = (): void => {
    const email = typed.email.trim();
    const wrong = !/^[^\s@]+@[^\s@]+$/.test(email);
    setWrong(wrong);
    if (wrong) return;
    void act.run(async () => {
      await call(createMember, { body: { name: typed.name, email, role } });
      forget();
      await onAdded();
    });
  };
  return (
    <ActForm
      title={t("members.add")}
      lead={t("members.addLead")}
      command={t("members.addNow")}
      act={act}
      done={t("members.added")}
      onSubmit={send}
    >
      <Field label={t("members.name")} value={typed.name} onChange={(name) => change({ name })} />
      <Field
        label={t("members.email")}
        value={typed.email}
        onChange={(email) => change({ email })}
        wrong={isWrong ? t("members.emailWrong") : null}
      />
      <Select
        label={t("members.role")}
        value={role}
        none={t("members.choose")}
        options={ROLES.map((value) => ({ value, words: t(`members.roles.${value}`) }))}
        onChange={(value) => change({ role: ROLES.find((one) => one === value) ?? role })}
      />
    </ActForm>
  );
}
