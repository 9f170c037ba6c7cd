/** The form of a new order: recipient on the left, items, parcel and payment on the right. */
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { uncover } from "../../lib/focus.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { EarlierOrders } from "./EarlierOrders.tsx";
import { goToItems } from "./form-fields.ts";
import { focusNext, focusWrong } from "./form-focus.ts";
import { FindCustomer } from "./FindCustomer.tsx";
import styles from "./NewOrder.module.css";
import { isEmptyOrder, wrongsOf } from "./order-draft.ts";
import { OrderItems } from "./OrderItems.tsx";
import { OrderSource } from "./OrderSource.tsx";
import { OrderParcel } from "./OrderParcel.tsx";
import { goOnFromRecipient, PasteRecipient, Recipient } from "./Recipient.tsx";
import {
  changeOrder,
  clearOrder,
  createdBefore,
  createTyped,
  openCreated,
  orderDraft,
  useOrderDraft,
} from "./typed-order.ts";
import { useOrders } from "./use-orders.ts";

/** Shows the form; Enter goes on to the next field, and in the last field creates the order. */
export function NewOrder() {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const { isTried, tryToCreate } = useAttempt(form);
  useFirstFocus(form);
  return (
    <form
      ref={form}
      className={styles["view"]}
      aria-label={t("orders.title")}
      noValidate
      onKeyDown={(event) => onEnter(event, tryToCreate, t)}
      onFocus={({ currentTarget, target }) => uncover(currentTarget, target)}
      onSubmit={(event) => event.preventDefault()}
      data-testid="new-order"
    >
      <header className={styles["head"]}>
        <h1 tabIndex={-1}>{t("orders.title")}</h1>
        <p>{t("orders.lead")}</p>
      </header>
      <div className={styles["content"]}>
        <div className={styles["halves"]}>
          <PasteRecipient />
          <FindCustomer />
        </div>
        <div className={styles["halves"]}>
          <div className={styles["half"]}>
            <Recipient isTried={isTried} />
            <OrderSource isTried={isTried} />
          </div>
          <div className={styles["half"]}>
            <OrderItems isTried={isTried} />
            <OrderParcel isTried={isTried} />
          </div>
          <EarlierOrders />
        </div>
      </div>
      <Foot onCreate={tryToCreate} />
    </form>
  );
}

/** Marks wrong fields from the first attempt to create the order, and focuses the first of them. */
function useAttempt(form: RefObject<HTMLFormElement | null>): {
  readonly isTried: boolean;
  readonly tryToCreate: () => void;
} {
  const { draftID } = useOrderDraft();
  const failure = useOrders(({ newOrder }) =>
    newOrder.step === "failed" ? newOrder.failure : null,
  );
  const [tried, setTried] = useState<string | null>(null);
  const focus = (): void => void requestAnimationFrame(() => focusWrong(form.current));
  // The station may refuse a value that the form accepts.
  useEffect(() => {
    if (failure !== null) requestAnimationFrame(() => focusWrong(form.current));
  }, [failure, form]);
  return {
    isTried: tried === draftID,
    tryToCreate() {
      // An empty form gets its draft id now, so that its fields stay marked while they are filled.
      changeOrder({});
      setTried(orderDraft().draftID);
      if (!createTyped()) focus();
    },
  };
}

/** Focuses the pasted address of an empty form, and the items of a form with a recipient. */
function useFirstFocus(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const { isAddressWrong } = wrongsOf(orderDraft());
    if (isAddressWrong) form.current?.querySelector("textarea")?.focus();
    else goToItems();
  }, [form]);
}

/** Handles Enter in a field. A scan never arrives here, because the window takes it whole. */
function onEnter(event: KeyboardEvent<HTMLFormElement>, create: () => void, t: TFunction): void {
  const { target, currentTarget: form } = event;
  if (event.key !== "Enter" || event.defaultPrevented || event.nativeEvent.isComposing) return;
  if (event.ctrlKey) {
    event.preventDefault();
    return event.repeat ? undefined : create();
  }
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
  event.preventDefault();
  if (event.repeat) return;
  if (target.closest("[data-part=recipient]") !== null) return goOnFromRecipient(t);
  if (!focusNext(form, target)) create();
}

/** Codes whose words are at the field that they name. */
const AT_FIELDS: ReadonlySet<string> = new Set(["E1057", "E1067", "E1068", "E2164"]);

/** The button that creates the order, and why the order was not created. */
function Foot({ onCreate }: { readonly onCreate: () => void }) {
  const { t } = useTranslation();
  const now = useOrders((store) => store.newOrder);
  const draft = useOrderDraft();
  const isCreating = now.step === "creating";
  const before = createdBefore({ newOrder: now });
  return (
    <footer className={styles["foot"]} data-stays="">
      {now.step === "failed" ? (
        <div role="alert" className={styles["failure"]} data-testid="order-failure">
          <Mark tone="stop">
            {before === null
              ? t("orders.notCreated")
              : t("orders.createdBefore", { number: before })}
          </Mark>
          {AT_FIELDS.has(now.failure.code) ? (
            <p>{t("orders.seeField")}</p>
          ) : (
            <FailureText failure={now.failure} />
          )}
          {before === null ? null : (
            <Button onPress={openCreated}>{t("orders.openCreated")}</Button>
          )}
        </div>
      ) : null}
      <div className={styles["commands"]}>
        <Button rank="primary" keyName="Ctrl+Enter" disabled={isCreating} onPress={onCreate}>
          {isCreating ? t("orders.creating") : t("orders.create")}
        </Button>
        {isEmptyOrder(draft) ? null : (
          <AskTwice
            subject={t("orders.title")}
            words={t("orders.clear")}
            confirm={t("orders.clearSure")}
            onConfirm={clearOrder}
          />
        )}
        <p>{t("orders.esc")}</p>
      </div>
    </footer>
  );
}
