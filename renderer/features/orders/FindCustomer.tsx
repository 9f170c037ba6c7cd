/** One field that finds a person of the address book, or an earlier order that is replaced. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { phoneText } from "../../../core/base/phone.ts";
import { placeWords } from "../../lib/format.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import { FailureText } from "../../ui/FailureText.tsx";
import { SuggestField } from "../../ui/address/SuggestField.tsx";
import { isWithoutLabel } from "../../../core/shipping/shipments/shipment-state.schema.ts";
import { stateKey } from "../../ui/state-words.ts";
import { findCustomers, type Customers } from "./find-customer.ts";
import { FIND_ID } from "./form-fields.ts";
import styles from "./NewOrder.module.css";
import { goOnFromRecipient } from "./Recipient.tsx";
import { takeOrder, takePerson } from "./typed-order.ts";

/** Fewest characters that are searched for. */
const LEAST = 2;
/** Milliseconds without a key before the search starts. */
const PAUSE_MS = 80;
const NONE: Customers = { people: [], orders: [] };

/** Shows the field; a chosen person fills the recipient, a chosen order fills the whole form. */
export function FindCustomer() {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [failure, setFailure] = useState<Failure | null>(null);
  const found = useCustomers(text);
  const choose = async (id: string): Promise<void> => {
    setText("");
    const person = found.people.find((one) => one.id === id);
    const order = found.orders.find((one) => one.id === id);
    try {
      if (person !== undefined) takePerson(person);
      else if (order !== undefined) await takeOrder(order);
      setFailure(null);
      // The fields are rendered before one of them gets the focus.
      requestAnimationFrame(() => goOnFromRecipient(t));
    } catch (error) {
      setFailure(failureOf(error));
    }
  };
  const suggestions = useWords(found);
  return (
    <div className={styles["half"]} id={FIND_ID}>
      <SuggestField
        label={t("orders.find.label")}
        placeholder={t("orders.find.example")}
        text={text}
        onText={setText}
        suggestions={suggestions}
        onChoose={(id) => void choose(id)}
        countWords={t("addresses.suggestions", { count: suggestions.length })}
        takesFirst
      />
      {failure === null ? null : (
        <div role="alert">
          <FailureText failure={failure} />
        </div>
      )}
    </div>
  );
}

/** Returns the suggestions: the people, then the orders with their states. */
function useWords({ people, orders }: Customers) {
  const { t } = useTranslation();
  return [
    ...people.map(({ id, name, phone, cityName }) => ({
      id,
      words: name,
      detail: `${phoneText(phone)} · ${placeWords(cityName)}`,
    })),
    // Labels first: an order that was never sent is hardly the one to send again.
    ...orders
      .toSorted((a, b) => Number(isWithoutLabel(a.status)) - Number(isWithoutLabel(b.status)))
      .map((order) => ({
        id: order.id,
        words: t(isWithoutLabel(order.status) ? "orders.find.copy" : "orders.find.order", {
          order: order.orderNumber === "" ? `#${order.number}` : order.orderNumber,
          name: order.recipientName,
        }),
        detail: `#${order.number} · ${t(stateKey(order))}`,
      })),
  ];
}

/** Searches for the text; an answer that arrives after more was typed is dropped. */
function useCustomers(text: string): Customers {
  const [found, setFound] = useState<Customers>(NONE);
  const wanted = text.trim();
  useEffect(() => {
    if (wanted.length < LEAST) {
      setFound(NONE);
      return undefined;
    }
    let isCurrent = true;
    const timer = setTimeout(
      () =>
        void findCustomers(wanted).then(
          (customers) => (isCurrent ? setFound(customers) : undefined),
          () => undefined,
        ),
      PAUSE_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [wanted]);
  return found;
}
