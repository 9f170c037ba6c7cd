/**
 * The sender's address: carriers collect there, and every label shows it. Nothing can be packed
 * without a sender.
 */
import { useTranslation } from "react-i18next";
import type { Address } from "../../../core/shipping/addresses/addresses.schema.ts";
import { AddressForm } from "../../ui/address/AddressForm.tsx";
import { draftOf, EMPTY_DRAFT } from "../../ui/address/address-draft.ts";
import section from "../../ui/Section.module.css";
import { SavedMark } from "./EntryForm.tsx";
import { useOrganization } from "./use-organization.ts";

/** Shows the form of the sender. @param focusNow Whether the form takes the focus. */
export function SenderForm({
  sender,
  focusNow,
}: {
  readonly sender: Address | null;
  readonly focusNow: boolean;
}) {
  const { t } = useTranslation();
  const saving = useOrganization((store) => store.savingSender);
  const save = useOrganization((store) => store.saveSender);
  const keepDraft = useOrganization((store) => store.keepSenderDraft);
  const forgetTry = useOrganization((store) => store.forgetTry);
  return (
    <section className={section["section"]}>
      <h2>{t("organization.sender.title")}</h2>
      <p>{t("organization.sender.lead")}</p>
      <AddressForm
        label={t("organization.sender.title")}
        start={sender === null ? EMPTY_DRAFT : draftOf(sender)}
        kind="sender"
        typed={useOrganization.getState().senderDraft}
        onDraft={keepDraft}
        saveWords={t("organization.sender.save")}
        isSaving={saving.step === "saving"}
        failure={saving.step === "failed" ? saving.failure : null}
        onSave={(body) => void save(body)}
        onRefused={() => forgetTry("savingSender")}
        focusNow={focusNow}
      >
        <span role="status">
          {saving.step === "saved" ? (
            <span data-testid="sender-saved">
              <SavedMark />
            </span>
          ) : null}
        </span>
      </AddressForm>
    </section>
  );
}
