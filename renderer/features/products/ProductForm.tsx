/** Form for a new product or a known one. */
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { deleteProduct, saveProduct } from "../../../core/shipping/products/products.api.ts";
import type { Product } from "../../../core/shipping/products/products.schema.ts";
import { call } from "../../lib/bridge.ts";
import { ActFailure, ActForm } from "../../ui/ActForm.tsx";
import { AskTwice } from "../../ui/AskTwice.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { useAct } from "../../ui/use-act.ts";
import styles from "./Products.module.css";
import { barcodesOf, inputOf, typedOf, wrongOf, type Typed } from "./typed-product.ts";
import { useProducts } from "./use-products.ts";

const FIELDS = ["title", "barcodes", "shelf", "grams", "size", "imageURL"] as const;

/** Saves the product, and lists it. @param product null: a new product. */
export function ProductForm({ product }: { readonly product: Product | null }) {
  const { t, i18n } = useTranslation();
  const act = useAct();
  const open = useProducts((store) => store.openProductPane);
  const load = useProducts((store) => store.loadProducts);
  const [typed, setTyped] = useState<Typed>(() => typedOf(product, i18n.language));
  const [wrong, setWrong] = useState<ReadonlySet<keyof Typed>>(new Set());
  const change = (fields: Partial<Typed>): void => setTyped({ ...typed, ...fields });
  const send = (): void => {
    const found = wrongOf(typed);
    setWrong(found);
    if (found.size > 0) return;
    void act.run(async () => {
      const saved = await call(saveProduct, { body: inputOf(typed) });
      if (product === null) setTyped(typedOf(null, i18n.language));
      else open({ show: "product", product: saved });
      await load();
    });
  };
  return (
    <>
      <ActForm
        title={product?.stockCode ?? t("products.new")}
        command={t("products.save")}
        act={act}
        done={t("products.saved")}
        onSubmit={send}
      >
        {product === null ? (
          <Field
            focusNow
            label={t("products.column.stockCode")}
            value={typed.stockCode}
            onChange={(stockCode) => change({ stockCode })}
            wrong={wrong.has("stockCode") ? t("products.wrong.stockCode") : null}
          />
        ) : null}
        <Fields typed={typed} wrong={wrong} change={change} focusNow={product !== null} />
      </ActForm>
      <div className={styles["top"]}>
        <Button keyName="Esc" onPress={() => open({ show: "none" })}>
          {t("products.close")}
        </Button>
        {product === null ? null : <Remove product={product} />}
      </div>
    </>
  );
}

function Remove({ product: { id, stockCode } }: { readonly product: Product }) {
  const { t } = useTranslation();
  const act = useAct();
  const open = useProducts((store) => store.openProductPane);
  const load = useProducts((store) => store.loadProducts);
  const remove = (): void =>
    void act.run(async () => {
      await call(deleteProduct, { params: { productID: id } });
      open({ show: "none" });
      await load();
    });
  return (
    <>
      <AskTwice
        subject={stockCode}
        words={t("products.remove")}
        confirm={t("products.removeNow")}
        onConfirm={remove}
      />
      <ActFailure act={act} />
    </>
  );
}

type FieldsProps = {
  readonly typed: Typed;
  readonly wrong: ReadonlySet<keyof Typed>;
  readonly change: (fields: Partial<Typed>) => void;
  readonly focusNow: boolean;
};

function Fields({ typed, wrong, change, focusNow }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      {FIELDS.map((name, i) => (
        <Field
          key={name}
          focusNow={focusNow && i === 0}
          label={t(`products.field.${name}`)}
          value={typed[name]}
          onChange={(text) => change({ [name]: text })}
          numeric={name === "grams"}
          wrong={wrong.has(name) ? t(`products.wrong.${name}`) : null}
          {...(name === "barcodes"
            ? { hint: t("products.barcodeHint", { count: barcodesOf(typed.barcodes).length }) }
            : {})}
        />
      ))}
    </>
  );
}
