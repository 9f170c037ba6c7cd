/** Parcel and payment of the typed order: box, weight, cash and note. */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { listParcelTemplates } from "../../../core/shipping/parcels/parcels.api.ts";
import type { ParcelTemplate } from "../../../core/shipping/parcels/parcels.schema.ts";
import { call } from "../../lib/bridge.ts";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { CASH_ID, PARCEL_ID } from "./form-fields.ts";
import styles from "./NewOrder.module.css";
import { wrongsOf, type OrderDraft, type OrderField } from "./order-draft.ts";
import { OrderTerms } from "./OrderTerms.tsx";
import { changeOrder, useOrderDraft } from "./typed-order.ts";
import { useOrders } from "./use-orders.ts";

/** Shows the fields. @param isTried Whether wrong fields are marked. */
export function OrderParcel({ isTried }: { readonly isTried: boolean }) {
  const { t } = useTranslation();
  const draft = useOrderDraft();
  const wrongs = isTried ? wrongsOf(draft).fields : {};
  const code = useOrders(({ newOrder }) =>
    newOrder.step === "failed" ? newOrder.failure.code : "",
  );
  const wrongOf = (field: OrderField): string | null => {
    const key = wrongs[field];
    if (key !== undefined) return t(`orders.wrong.${key}`);
    return field === "cash" && code === "E1057" ? t("orders.wrong.cash") : null;
  };
  return (
    <section className={styles["part"]}>
      <h2>{t("orders.parcel")}</h2>
      <div className={styles["three"]}>
        <div id={PARCEL_ID}>
          <Boxes draft={draft} wrong={code === "E1067" ? t("orders.wrong.box") : null} />
        </div>
        <Field
          label={t("orders.weight")}
          value={draft.weight}
          onChange={(weight) => changeOrder({ weight })}
          wrong={wrongOf("weight")}
          placeholder={t("orders.weightExample")}
          numeric
        />
        <div id={CASH_ID}>
          <Field
            label={t("orders.cash")}
            value={draft.cash}
            onChange={(cash) => changeOrder({ cash })}
            wrong={wrongOf("cash")}
            placeholder={t("orders.cashExample")}
            numeric
          />
        </div>
      </div>
      <Field
        label={t("orders.note")}
        value={draft.note}
        onChange={(note) => changeOrder({ note })}
        wrong={wrongOf("note")}
      />
      <OrderTerms wrongOf={wrongOf} />
    </section>
  );
}

type PartProps = { readonly draft: OrderDraft; readonly wrong: string | null };

/** The station's boxes, and the size of a replaced order's parcel. */
function Boxes({ draft: { boxID, sides }, wrong }: PartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [templates, setTemplates] = useState<readonly ParcelTemplate[]>([]);
  useEffect(
    () =>
      void call(listParcelTemplates).then(
        (list) => setTemplates(list),
        () => undefined,
      ),
    [],
  );
  const sizeOf = (one: NonNullable<OrderDraft["sides"]>): string =>
    `${[one.length, one.width, one.height].map((side) => format.measure(side)).join(" × ")} ${one.distanceUnit}`;
  return (
    <Select
      label={t("orders.box")}
      value={boxID}
      none={sides === null ? t("orders.noBox") : sizeOf(sides)}
      wrong={wrong}
      options={templates.map((template) => ({
        value: template.id,
        words: `${template.name} · ${sizeOf(template)}`,
      }))}
      onChange={(next) => changeOrder({ boxID: next })}
    />
  );
}
