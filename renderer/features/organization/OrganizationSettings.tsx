/** Section of Settings for the organization. Other screens may link to one of its forms. */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FailureText } from "../../ui/FailureText.tsx";
import { CompanyForm } from "./CompanyForm.tsx";
import { NamesForm } from "./NamesForm.tsx";
import styles from "./Organization.module.css";
import { SenderForm } from "./SenderForm.tsx";
import { useOrganization } from "./use-organization.ts";

/**
 * Reads the sender on mount, and scrolls to the form to which another screen linked.
 *
 * @returns null until the station's facts are loaded.
 */
export function OrganizationSettings() {
  const { t } = useTranslation();
  const sender = useOrganization((store) => store.sender);
  const saving = useOrganization((store) => store.savingSender);
  const part = useOrganization((store) => store.settingsPart);
  const facts = useOrganization((store) => (store.desk.step === "ready" ? store.desk.facts : null));
  const load = useOrganization((store) => store.loadSender);
  const wanted = useRef<HTMLDivElement>(null);
  useEffect(() => void load(), [load]);
  useEffect(() => wanted.current?.scrollIntoView({ block: "start" }), [part, sender]);
  if (facts === null) return null;

  return (
    <section
      className={styles["organization"]}
      aria-label={t("settings.organization")}
      data-testid="organization"
    >
      <div ref={part === "sender" ? wanted : null}>
        {sender === undefined ? (
          saving.step === "failed" ? (
            <FailureText failure={saving.failure} />
          ) : null
        ) : (
          <SenderForm key={sender?.id ?? "none"} sender={sender} focusNow={part === "sender"} />
        )}
      </div>
      <div ref={part === "names" ? wanted : null}>
        <NamesForm facts={facts} focusNow={part === "names"} />
      </div>
      <CompanyForm organizationID={facts.organization.id} />
    </section>
  );
}
