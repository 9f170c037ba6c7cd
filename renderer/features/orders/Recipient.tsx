/** The recipient of the typed order: a pasted address, and the fields of the address. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { AddressFields } from "../../ui/address/AddressFields.tsx";
import { withRepaired, wrongsOf, type AddressDraft } from "../../ui/address/address-draft.ts";
import { PasteAddress } from "../../ui/address/PasteAddress.tsx";
import { goToItems, RECIPIENT_ID } from "./form-fields.ts";
import { focusLabelled } from "./form-focus.ts";
import styles from "./NewOrder.module.css";
import { changeOrder, orderDraft, useOrderDraft } from "./typed-order.ts";

/** Reads a pasted address into the fields, then goes on to what the address lacks. */
export function PasteRecipient() {
  const { t } = useTranslation();
  const { pasted: text } = useOrderDraft();
  return (
    <div className={styles["half"]}>
      <PasteAddress
        kept={{ text, onText: (pasted) => changeOrder({ pasted }) }}
        onRepaired={(repaired) => {
          changeAddress((address) => withRepaired(address, repaired));
          // The guesses stay in view. A choice of districts comes first.
          if (repaired.choices.length === 0) requestAnimationFrame(() => goOnFromRecipient(t));
        }}
        onChoice={(place) => {
          changeAddress((address) => ({ ...address, place }));
          requestAnimationFrame(() => goOnFromRecipient(t));
        }}
      />
    </div>
  );
}

/** The fields of the address. @param isTried Whether wrong fields are marked. */
export function Recipient({ isTried }: { readonly isTried: boolean }) {
  const { t } = useTranslation();
  const { address } = useOrderDraft();
  return (
    <section className={styles["part"]} id={RECIPIENT_ID} data-part="recipient">
      <h2>{t("orders.recipient")}</h2>
      <AddressFields
        draft={address}
        onDraft={(next) => changeAddress(() => next)}
        kind="order"
        needsEmail={false}
        isTried={isTried}
        pastesElsewhere
      />
    </section>
  );
}

/** Focuses the first field that the recipient lacks, or else the items. */
export function goOnFromRecipient(t: TFunction): void {
  const { address } = orderDraft();
  const wrongs = wrongsOf(address, "order", false);
  const missing = (["name", "phone", "place", "line"] as const).find(
    (field) => wrongs[field] !== undefined,
  );
  const part = document.getElementById(RECIPIENT_ID);
  if (missing === undefined || part === null) return goToItems();
  focusLabelled(part, t(`addresses.field.${missing}`));
}

/** Changes the address, which is then no longer the address of the book. */
function changeAddress(next: (address: AddressDraft) => AddressDraft): void {
  changeOrder({ address: next(orderDraft().address), recipientID: "" });
}
