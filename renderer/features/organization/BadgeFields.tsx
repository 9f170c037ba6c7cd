/** Fields of the forms for badges and PINs. */
import { useTranslation } from "react-i18next";
import type { Member } from "../../../core/organizations/organizations.schema.ts";
import { isGuessedPin } from "../../../core/station/sign-in/sign-in.schema.ts";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";

/** Returns whether a member's badge needs a PIN. */
export function needsPin({ role }: Pick<Member, "role">): boolean {
  return role === "owner" || role === "admin";
}

/** Returns whether a typed PIN may be sent. */
export function isPin(text: string): boolean {
  return /^\d{6}$/.test(text) && !isGuessedPin(text);
}

type MemberChoiceProps = {
  readonly members: readonly Member[];
  readonly value: string;
  readonly onChange: (userID: string) => void;
  /** Whether the form was sent without a member. */
  readonly isMissing: boolean;
};

/** The choice of a member, by name or e-mail address and role. */
export function MemberChoice({ members, value, onChange, isMissing }: MemberChoiceProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={t("badges.member")}
      value={value}
      none={t("badges.choose")}
      wrong={isMissing ? t("badges.memberMissing") : null}
      options={members.map(({ userID, name, email, role }) => ({
        value: userID,
        words: `${name || email || t("badges.noName")} · ${t(`members.roles.${role}`)}`,
      }))}
      onChange={onChange}
    />
  );
}

type PinFieldProps = {
  readonly value: string;
  readonly onChange: (pin: string) => void;
  readonly isWrong: boolean;
  readonly hint?: string;
};

/** The field of a PIN, whose digits are hidden. */
export function PinField({ value, onChange, isWrong, hint }: PinFieldProps) {
  const { t } = useTranslation();
  return (
    <Field
      label={t("badges.pin")}
      value={value}
      onChange={onChange}
      secret
      numeric
      wrong={isWrong ? t("badges.pinWrong") : null}
      {...(hint === undefined ? {} : { hint })}
    />
  );
}
