/** Sender and number of the typed order. */
import { useEffect, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { listAddressBook } from "../../../core/shipping/addresses/address-book.api.ts";
import type { BookAddress } from "../../../core/shipping/addresses/address-book.schema.ts";
import { call } from "../../lib/bridge.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { Select } from "../../ui/Select.tsx";
import { stateKey } from "../../ui/state-words.ts";
import styles from "./NewOrder.module.css";
import { wrongsOf } from "./order-draft.ts";
import { changeOrder, findTaken, openTaken, useOrderDraft } from "./typed-order.ts";
import { useOrders } from "./use-orders.ts";

/** Shows the two fields. @param isTried Whether wrong fields are marked. */
export function OrderSource({ isTried }: { readonly isTried: boolean }) {
  const { t } = useTranslation();
  return (
    <section className={styles["part"]}>
      <h2>{t("orders.source")}</h2>
      <div className={styles["two"]}>
        <Senders />
        <OrderNumber isTried={isTried} />
      </div>
    </section>
  );
}

/** The senders of the address book; the default sender is chosen. */
function Senders() {
  const { t } = useTranslation();
  const { senderID } = useOrderDraft();
  const isGone = useOrders(
    ({ newOrder }) => newOrder.step === "failed" && newOrder.failure.code === "E1068",
  );
  const openSettings = useOrders((store) => store.openSettings);
  const hasSender = useOrders(({ desk }) => desk.step !== "ready" || desk.facts.hasSender);
  const senders = useSenders();
  const usual = senders.find(({ isDefaultSenderAddress }) => isDefaultSenderAddress);
  if (!hasSender)
    return (
      <div className={styles["noSender"]}>
        <Mark tone="attention">{t("orders.noSender")}</Mark>
        <Button small onPress={() => openSettings("sender")}>
          {t("orders.setSender")}
        </Button>
      </div>
    );
  return (
    <Select
      label={t("orders.sender")}
      value={senderID}
      none={usual === undefined ? t("orders.usualSender") : nameOf(usual)}
      wrong={isGone ? t("orders.wrong.sender") : null}
      options={senders
        .filter(({ id }) => id !== usual?.id)
        .map((sender) => ({ value: sender.id, words: nameOf(sender) }))}
      onChange={(next) => changeOrder({ senderID: next })}
    />
  );
}

/** Senders in one request; more than any shop has. */
const MOST_SENDERS = 100;

function useSenders(): readonly BookAddress[] {
  const [senders, setSenders] = useState<readonly BookAddress[]>([]);
  useEffect(
    () =>
      void call(listAddressBook, { query: { isRecipient: false, limit: MOST_SENDERS } }).then(
        ({ list }) => setSenders(list),
        () => undefined,
      ),
    [],
  );
  return senders;
}

function nameOf({ shortName, name }: BookAddress): string {
  return shortName === "" ? name : shortName;
}

/** Milliseconds without a key before the typed number is looked up. */
const PAUSE_MS = 150;

/** The order number. An order that has it already is named, and Enter opens that order. */
function OrderNumber({ isTried }: { readonly isTried: boolean }) {
  const { t } = useTranslation();
  const draft = useOrderDraft();
  const { number } = draft;
  const isLong = wrongsOf(draft).fields.number !== undefined;
  const taken = useOrders((store) => store.takenOrder);
  useEffect(() => {
    const timer = setTimeout(() => void findTaken(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [number]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.ctrlKey || taken === null || event.repeat) return;
    event.preventDefault();
    openTaken();
  };
  return (
    <div onKeyDown={onKeyDown}>
      <Field
        label={t("orders.number")}
        value={number}
        onChange={(next) => changeOrder({ number: next })}
        placeholder={t("orders.numberExample")}
        wrong={
          taken === null
            ? isTried && isLong
              ? t("orders.wrong.long")
              : null
            : t("orders.taken", {
                name: taken.recipientName,
                state: t(stateKey(taken)),
              })
        }
      />
      <span role="status" className="hidden">
        {taken === null ? "" : t("orders.openTaken")}
      </span>
    </div>
  );
}
