/**
 * Sections of Settings for owners and admins: Agreements and Rules. They are one file, because they
 * use the same parts and are mostly opened together.
 */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useShared } from "../../store/shared.ts";
import { Agreements } from "./agreements/Agreements.tsx";
import { Rules } from "./rules/Rules.tsx";

/** Shows the agreements, and a sentence to other members. */
export function AgreementSection() {
  const { t } = useTranslation();
  return (
    <ForAdmins otherwise={t("agreements.onlyAdmins")}>
      <Agreements />
    </ForAdmins>
  );
}

/** Shows the rules, and a sentence to other members. */
export function RuleSection() {
  const { t } = useTranslation();
  return (
    <ForAdmins otherwise={t("rules.onlyAdmins")}>
      <Rules />
    </ForAdmins>
  );
}

type ForAdminsProps = { readonly otherwise: string; readonly children: ReactNode };

function ForAdmins({ otherwise, children }: ForAdminsProps) {
  const role = useShared(({ desk }) => (desk.step === "ready" ? desk.facts.member.role : null));
  if (role === null) return null;
  return role === "owner" || role === "admin" ? children : <p>{otherwise}</p>;
}
