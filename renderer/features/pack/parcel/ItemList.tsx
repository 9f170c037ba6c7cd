/**
 * The items of the order, and how many pieces were scanned. The list scrolls in its own box, so
 * that the measures below it stay in view.
 */
import { CircleCheck, ScanBarcode } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Item } from "../../../../core/shipping/shipments/shipments.schema.ts";
import { hasCode, isComplete, piecesOf, scannedOf } from "../scan/find-item.ts";
import { countPiece } from "../scan/item-commands.ts";
import { ItemPicture } from "./ItemPicture.tsx";
import { nameOf } from "./TogetherLine.tsx";
import styles from "./ItemList.module.css";
import type { Parcel } from "../pack-step.ts";

type ItemListProps = { readonly parcel: Parcel; readonly open: boolean };

/**
 * Lists the items of an order.
 *
 * @param open Whether pieces can be counted: the order waits for its purchase.
 * @returns null for an order without items.
 */
export function ItemList({ parcel, open }: ItemListProps) {
  const { t } = useTranslation();
  const { items } = parcel.shipment;
  if (items.length === 0) return null;
  const { all, withCode, scanned } = piecesOf(parcel);
  return (
    <div className={styles["items"]} data-testid="items">
      <h3>
        {t("parcel.contents")} ·{" "}
        {withCode > 0 && open
          ? t("desk.items.scanned", { scanned, count: all })
          : t("parcel.items", { count: all })}
      </h3>
      {/* A scrollable list must be reachable by keyboard. */}
      <ul tabIndex={0} aria-label={t("parcel.contents")}>
        {items.map((item) => (
          <ItemRow key={item.id} item={item} parcel={parcel} open={open} />
        ))}
      </ul>
    </div>
  );
}

type ItemRowProps = { readonly item: Item; readonly parcel: Parcel; readonly open: boolean };

function ItemRow({ item, parcel, open }: ItemRowProps) {
  const { t } = useTranslation();
  const scanned = scannedOf(parcel, item);
  const done = isComplete(parcel, item);
  const product = parcel.products.find(({ itemID }) => itemID === item.id);
  const row = useRef<HTMLLIElement>(null);
  const from = parcel.together.joined.find(({ itemIDs }) => itemIDs.includes(item.id));
  // Scrolls to the item that was scanned last.
  useEffect(() => {
    if (scanned > 0) row.current?.scrollIntoView({ block: "nearest" });
  }, [scanned]);
  const title = `${item.title} ${item.variantTitle}`.trim();
  const words = t("desk.items.of", { scanned, quantity: item.quantity });
  return (
    <li ref={row} data-done={done} data-testid="item">
      <ItemPicture
        shipmentID={parcel.shipment.id}
        item={item}
        hasOther={product?.hasPicture === true}
      />
      <span className={styles["what"]}>
        <span className={styles["title"]}>{title === "" ? item.sku || item.ean : title}</span>
        <Origin
          item={item}
          shelf={product?.shelf ?? ""}
          order={from === undefined ? "" : nameOf(from)}
        />
      </span>
      {open && (hasCode(item) || scanned > 0) ? (
        <button
          type="button"
          className={styles["count"]}
          onClick={() => countPiece(item)}
          aria-label={t("desk.items.countByHand", { title, words })}
          data-some={scanned > 0}
        >
          {done ? (
            <CircleCheck size={20} aria-hidden="true" />
          ) : (
            <ScanBarcode size={20} aria-hidden="true" />
          )}
          <b>{words}</b>
        </button>
      ) : (
        <b className={styles["quantity"]}>×{item.quantity}</b>
      )}
    </li>
  );
}

type OriginProps = { readonly item: Item; readonly shelf: string; readonly order: string };

/** The item's code, its product's shelf, and the order that brought it into the parcel. */
function Origin({ item, shelf, order }: OriginProps) {
  const { t } = useTranslation();
  const code = item.ean === "" ? item.sku : item.ean;
  const parts = [code, shelf === "" ? "" : t("desk.learn.shelf", { shelf })].filter(Boolean);
  if (parts.length === 0 && order === "") return null;
  return (
    <small>
      {parts.join(" · ")}
      {order === "" ? null : (
        <span data-testid="item-order">
          {parts.length === 0 ? "" : " · "}
          {t("together.from", { order })}
        </span>
      )}
    </small>
  );
}
