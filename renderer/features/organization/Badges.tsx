/**
 * Badges of the members, PINs of the leads, and the idle minutes before this desk locks. The number
 * of a badge is shown once, as a card to save.
 */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { listMembers } from "../../../core/organizations/organizations.api.ts";
import type { Member } from "../../../core/organizations/organizations.schema.ts";
import {
  listBadges,
  makeBadge,
  revokeBadge,
  setMemberPin,
  updateSignIn,
} from "../../../core/station/sign-in/sign-in.api.ts";
import {
  LOCK_MINUTES,
  type Badge,
  type MadeBadge,
} from "../../../core/station/sign-in/sign-in.schema.ts";
import { call } from "../../lib/bridge.ts";
import { ActFailure, ActForm } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Field } from "../../ui/Field.tsx";
import { Mark } from "../../ui/Mark.tsx";
import rows from "../../ui/Rows.module.css";
import section from "../../ui/Section.module.css";
import { useAct } from "../../ui/use-act.ts";
import { useFormat } from "../../ui/use-format.ts";
import { useLoaded } from "../../ui/use-loaded.ts";
import { isPin, MemberChoice, needsPin, PinField } from "./BadgeFields.tsx";
import { MadeCard } from "./MadeCard.tsx";
import { useOrganization } from "./use-organization.ts";

/** Reads the badges and members on mount. */
export function Badges() {
  const { t } = useTranslation();
  const badges = useLoaded(async () => (await call(listBadges)).list);
  const members = useLoaded(() => call(listMembers));
  const [made, setMade] = useState<MadeBadge | null>(null);
  const list = badges.value ?? [];
  const active = (members.value ?? []).filter(({ isActive }) => isActive);
  return (
    <div className={section["sections"]} data-testid="badges">
      <section className={section["section"]} aria-label={t("badges.title")}>
        <h2>{t("badges.title")}</h2>
        <p>{t("badges.lead")}</p>
        <p>{t("badges.recovery")}</p>
        {badges.failure === null ? null : <FailureText failure={badges.failure} />}
        {badges.value !== null && list.length === 0 ? <p>{t("badges.none")}</p> : null}
        <BadgeList list={list} reload={badges.reload} />
      </section>
      {made === null ? (
        <NewBadge
          members={active}
          list={list}
          onMade={(badge) => {
            setMade(badge);
            void badges.reload();
          }}
        />
      ) : (
        <MadeCard badge={made} onDone={() => setMade(null)} />
      )}
      {list.length === 0 ? null : <LockMinutes />}
      {list.length === 0 ? null : <NewPin members={active} onSet={badges.reload} />}
    </div>
  );
}

type BadgeListProps = { readonly list: readonly Badge[]; readonly reload: () => Promise<void> };

function BadgeList({ list, reload }: BadgeListProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const act = useAct();
  const revoke = (badgeID: string): Promise<unknown> =>
    act.run(() => call(revokeBadge, { params: { badgeID } })).then(reload);
  return (
    <>
      <ul className={rows["rows"]} aria-label={t("badges.list")}>
        {list.map((badge) => (
          <li key={badge.id}>
            <span className={rows["what"]}>
              <b>{badge.memberName === "" ? t("badges.noName") : badge.memberName}</b>
              <span className={rows["soft"]}>
                {[
                  t(`members.roles.${badge.role}`),
                  t("badges.since", { at: format.instant(badge.createdAt) }),
                ].join(" · ")}
              </span>
            </span>
            {badge.isActive ? null : <Mark tone="attention">{t("badges.inactive")}</Mark>}
            {needsPin(badge) && !badge.hasPin ? (
              <Mark tone="attention">{t("badges.noPin")}</Mark>
            ) : null}
            <AskTwice
              subject={badge.memberName}
              words={t("badges.revoke")}
              confirm={t("badges.revokeNow")}
              onConfirm={() => void revoke(badge.id)}
            />
          </li>
        ))}
      </ul>
      <div role="status">
        {act.state.step === "done" ? <Mark tone="ok">{t("badges.revoked")}</Mark> : null}
      </div>
      <ActFailure act={act} />
    </>
  );
}

type NewBadgeProps = {
  readonly members: readonly Member[];
  readonly list: readonly Badge[];
  readonly onMade: (badge: MadeBadge) => void;
};

function NewBadge({ members, list, onMade }: NewBadgeProps) {
  const { t } = useTranslation();
  const act = useAct();
  const [userID, setUserID] = useState("");
  const [pin, setPin] = useState("");
  const [isWrong, setWrong] = useState(false);
  const member = members.find((one) => one.userID === userID);
  const keepsPin = list.some((badge) => badge.userID === userID && badge.hasPin);
  const [isMissing, setMissing] = useState(false);
  const send = (): void => {
    const wrong = pin !== "" && !isPin(pin);
    setWrong(wrong);
    setMissing(member === undefined);
    if (wrong || member === undefined) return;
    void act.run(async () => {
      onMade(await call(makeBadge, { body: { userID, pin: needsPin(member) ? pin : "" } }));
    });
  };
  return (
    <ActForm
      title={t("badges.make")}
      lead={t("badges.makeLead")}
      command={t("badges.makeNow")}
      act={act}
      onSubmit={send}
    >
      <MemberChoice
        members={members}
        value={userID}
        onChange={setUserID}
        isMissing={isMissing && userID === ""}
      />
      {member !== undefined && needsPin(member) ? (
        <PinField
          value={pin}
          onChange={setPin}
          isWrong={isWrong}
          {...(keepsPin ? { hint: t("badges.pinHint") } : {})}
        />
      ) : null}
    </ActForm>
  );
}

type NewPinProps = { readonly members: readonly Member[]; readonly onSet: () => Promise<void> };

function NewPin({ members, onSet }: NewPinProps) {
  const { t } = useTranslation();
  const act = useAct();
  const [userID, setUserID] = useState("");
  const [pin, setPin] = useState("");
  const [isWrong, setWrong] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const send = (): void => {
    setWrong(!isPin(pin));
    setMissing(userID === "");
    if (!isPin(pin) || userID === "") return;
    void act.run(async () => {
      await call(setMemberPin, { params: { userID }, body: { pin } });
      setPin("");
      await onSet();
    });
  };
  return (
    <ActForm
      title={t("badges.changePin")}
      command={t("badges.changePinNow")}
      act={act}
      done={t("badges.pinSet")}
      onSubmit={send}
    >
      <MemberChoice
        members={members.filter(needsPin)}
        value={userID}
        onChange={setUserID}
        isMissing={isMissing && userID === ""}
      />
      <PinField value={pin} onChange={setPin} isWrong={isWrong} />
    </ActForm>
  );
}

function LockMinutes() {
  const { t } = useTranslation();
  const act = useAct();
  const saved = useOrganization((store) => store.signIn?.lockAfterMinutes ?? LOCK_MINUTES.default);
  const load = useOrganization((store) => store.loadSignIn);
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const send = (): void => {
    const minutes = Number(typed ?? saved);
    const wrong =
      !Number.isInteger(minutes) || minutes < LOCK_MINUTES.least || minutes > LOCK_MINUTES.most;
    setWrong(wrong);
    if (wrong) return;
    void act.run(async () => {
      await call(updateSignIn, { body: { lockAfterMinutes: minutes } });
      await load();
      setTyped(null);
    });
  };
  return (
    <ActForm
      title={t("badges.locks")}
      command={t("badges.save")}
      act={act}
      done={t("badges.saved")}
      onSubmit={send}
    >
      <Field
        label={t("badges.locks")}
        value={typed ?? String(saved)}
        onChange={setTyped}
        numeric
        hint={t("badges.locksHint")}
        wrong={isWrong ? t("badges.locksWrong") : null}
      />
    </ActForm>
  );
}
