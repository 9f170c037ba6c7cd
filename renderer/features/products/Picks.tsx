/** The view Pick list: the items of the orders that were chosen in Shipments, by shelf. */
import { useEffect } from "react";
import { ClipboardList } from "lucide-react";
import { useTranslation } from "react-i18next";
import { drawPickList, printPickList } from "../../../core/fulfilment/papers/pick-list.api.ts";
import type { PickList } from "../../../core/fulfilment/papers/pick-list.schema.ts";
import { call, saveFile } from "../../lib/bridge.ts";
import { useSettledPress } from "../../store/shown.ts";
import { ActFailure } from "../../ui/ActForm.tsx";
import { Blank } from "../../ui/Blank.tsx";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { SaveFileButton } from "../../ui/SaveFileButton.tsx";
import { useAct } from "../../ui/use-act.ts";
import { View } from "../../ui/View.tsx";
import styles from "./Products.module.css";
import { useProducts } from "./use-products.ts";

/** Reads the list on mount. */
export function Picks() {
  const { t } = useTranslation();
  const load = useProducts((store) => store.loadPickList);
  const ids = useProducts((store) => store.pickIDs);
  const list = useProducts((store) => store.pickList);
  const failure = useProducts((store) => store.pickFailure);
  useEffect(() => void load(), [load, ids]);
  return (
    <View title={t("products.picks.title")} lead={t("products.picks.lead")} wide>
      {failure === null ? null : (
        <div role="alert">
          <FailureText failure={failure} />
        </div>
      )}
      {ids.length === 0 ? (
        <Blank Icon={ClipboardList} text={t("products.picks.blank")} testID="picks-blank" />
      ) : list === null ? (
        <p role="status">{failure === null ? t("products.picks.reading") : ""}</p>
      ) : (
        <Picked list={list} ids={ids} />
      )}
    </View>
  );
}

function Picked({ list, ids }: { readonly list: PickList; readonly ids: readonly string[] }) {
  const { t } = useTranslation();
  const { items, orders, leftOut } = list;
  const body = { shipmentIDs: [...ids] };
  return (
    <div className={styles["list"]}>
      <p role="status" className={styles["count"]} data-testid="pick-count">
        {t("products.picks.count", { count: orders })} ·{" "}
        {t("products.picks.lines", { count: items.length })}
      </p>
      {leftOut.length === 0 ? null : (
        <p data-testid="picks-left-out">
          <Mark tone="attention">
            {t("products.picks.leftOut", {
              orders: leftOut
                .map(({ order, why }) => `${order} (${t(`products.picks.why.${why}`)})`)
                .join(", "),
            })}
          </Mark>
        </p>
      )}
      {items.length === 0 ? null : (
        <>
          <div className={styles["top"]}>
            <Print body={body} />
            <SaveFileButton
              words={t("products.picks.save")}
              save={() => saveFile(drawPickList, { body })}
            />
          </div>
          <Table items={items} />
        </>
      )}
    </div>
  );
}

function Print({ body }: { readonly body: { readonly shipmentIDs: string[] } }) {
  const { t } = useTranslation();
  const act = useAct();
  const print = (): void => void act.run(() => call(printPickList, { body }));
  const press = useSettledPress(print);
  return (
    <>
      {/* The key F6 presses this. */}
      <button id="print-picks" type="button" hidden tabIndex={-1} onClick={print} />
      <Button rank="primary" keyName="F6" {...press}>
        {t("products.picks.print")}
      </Button>
      <span role="status">
        {act.state.step === "done" ? <Mark tone="ok">{t("products.picks.printed")}</Mark> : null}
      </span>
      <ActFailure act={act} />
    </>
  );
}

function Table({ items }: Pick<PickList, "items">) {
  const { t } = useTranslation();
  return (
    <table className={styles["table"]} data-testid="picks">
      <thead>
        <tr>
          {(["shelf", "quantity", "stockCode", "name", "orders"] as const).map((name) => (
            <th key={name} scope="col" className={name === "quantity" ? styles["number"] : ""}>
              {t(`products.column.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={`${item.shelf} ${item.stockCode} ${item.title}`}>
            <td className={styles["shelf"]}>{item.shelf === "" ? "—" : item.shelf}</td>
            <td className={`${styles["number"]} ${styles["shelf"]}`}>{item.quantity}</td>
            <td>{item.stockCode}</td>
            <td>{item.title}</td>
            <td>
              {item.orders
                .map(({ order, quantity }) => (quantity === 1 ? order : `${order} (${quantity})`))
                .join(", ")}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
