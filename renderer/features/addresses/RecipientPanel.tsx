/**
 * Form that corrects the recipient of the open order, for this order only. Shown over the offers.
 */
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { AddressForm } from "../../ui/address/AddressForm.tsx";
import { draftOf } from "../../ui/address/address-draft.ts";
import styles from "./Addresses.module.css";
import { useAddresses } from "./use-addresses.ts";

/** Shows the form over the offers. @returns null while no recipient is being corrected. */
export function RecipientPanel() {
  const { t } = useTranslation();
  const correcting = useAddresses((store) => store.correcting);
  const save = useAddresses((store) => store.saveRecipient);
  const close = useAddresses((store) => store.closeRecipient);
  if (correcting.step === "none") return null;
  const title = t("addresses.recipient.title");
  const { address } = correcting;
  return (
    <section
      aria-label={title}
      className={`${styles["open"]} ${styles["recipient"]}`}
      data-testid="recipient-panel"
    >
      <h2>{title}</h2>
      <p className={styles["soft"]}>{t("addresses.recipient.lead")}</p>
      {address === null ? (
        <div role="alert">
          {correcting.step === "failed" ? <FailureText failure={correcting.failure} /> : null}
        </div>
      ) : (
        <AddressForm
          key={correcting.shipmentID}
          label={title}
          start={draftOf(address)}
          kind="order"
          saveWords={t("addresses.recipient.save")}
          isSaving={correcting.step === "saving"}
          failure={correcting.step === "failed" ? correcting.failure : null}
          onSave={(body) => void save(body)}
          focusNow
        >
          <Button keyName="Esc" onPress={close}>
            {t("addresses.recipient.cancel")}
          </Button>
        </AddressForm>
      )}
    </section>
  );
}
