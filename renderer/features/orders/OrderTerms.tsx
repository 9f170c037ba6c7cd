/** Rarely used terms of the typed order: payer, collection, declared value and waybill. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import styles from "./NewOrder.module.css";
import type { OrderField } from "./order-draft.ts";
import { changeOrder, orderDraft, useOrderDraft } from "./typed-order.ts";

type OrderTermsProps = { readonly wrongOf: (field: OrderField) => string | null };

const PAPERS = ["waybillNumber", "invoiceNumber"] as const;

/**
 * Shows a button that opens the fields; open as soon as one field has a value. Closed fields are
 * absent, so that Enter in the field before them creates the order.
 *
 * @param wrongOf Finds the words for what is wrong with a field.
 */
export function OrderTerms({ wrongOf }: OrderTermsProps) {
  const { t } = useTranslation();
  const draft = useOrderDraft();
  const { draftID, payer, collection, declaredValue, cash } = draft;
  const [openedFor, setOpenedFor] = useState<string | null>(null);
  const hasValue =
    payer + collection + declaredValue + draft.waybillNumber + draft.invoiceNumber !== "";
  if (openedFor !== draftID && !hasValue)
    return (
      <div>
        <Button
          small
          rank="quiet"
          onPress={() => {
            // An empty form gets its draft id now, so that the fields stay open.
            changeOrder({});
            setOpenedFor(orderDraft().draftID);
          }}
        >
          {t("orders.terms.show")}
        </Button>
      </div>
    );
  return (
    <div className={styles["two"]} data-testid="order-terms">
      <Select
        label={t("orders.terms.payer")}
        value={payer}
        none={t("orders.terms.sender")}
        options={[{ value: "recipient", words: t("orders.terms.recipient") }]}
        onChange={(next) => changeOrder({ payer: next })}
      />
      <Select
        label={t("orders.terms.collection")}
        value={collection}
        none={t("orders.terms.cash")}
        disabled={cash.trim() === ""}
        options={[{ value: "card", words: t("orders.terms.card") }]}
        onChange={(next) => changeOrder({ collection: next })}
      />
      <Field
        label={t("orders.terms.declaredValue")}
        value={declaredValue}
        onChange={(next) => changeOrder({ declaredValue: next })}
        wrong={wrongOf("declaredValue")}
        placeholder={t("orders.cashExample")}
        numeric
      />
      {PAPERS.map((name) => (
        <Field
          key={name}
          label={t(`orders.terms.${name}`)}
          value={draft[name]}
          onChange={(next) => changeOrder({ [name]: next })}
          wrong={wrongOf(name)}
        />
      ))}
    </div>
  );
}
