/**
 * The picture of an item, fetched by the core. Nothing waits for the picture: a placeholder is
 * shown until it arrives, and offline.
 */
import { Box } from "lucide-react";
import { useEffect, useState } from "react";
import { call } from "../../../lib/bridge.ts";
import { getItemPicture } from "../../../../core/fulfilment/packing/packing.api.ts";
import type { Item } from "../../../../core/shipping/shipments/shipments.schema.ts";
import styles from "./ItemList.module.css";

type ItemPictureProps = {
  readonly shipmentID: string;
  readonly item: Item;
  /** Whether the item's product has a picture, for an item without one. */
  readonly hasOther: boolean;
};

/** Shows the picture of an item. @returns null for an item without a picture. */
export function ItemPicture({ shipmentID, item, hasOther }: ItemPictureProps) {
  const [dataURL, setDataURL] = useState<string | null>(null);
  const { id, imageURL } = item;
  const isNone = imageURL === "" && !hasOther;
  useEffect(() => {
    if (isNone) return undefined;
    let isShown = true;
    call(getItemPicture, { params: { shipmentID, itemID: id } }).then(
      (picture) => isShown && setDataURL(picture.dataURL),
      () => undefined, // the placeholder stays
    );
    return () => {
      isShown = false;
    };
  }, [shipmentID, id, imageURL, isNone]);
  if (isNone) return null;
  if (dataURL !== null)
    return (
      <img
        className={styles["picture"]}
        src={dataURL}
        alt=""
        data-testid="item-picture"
        onError={() => setDataURL(null)}
      />
    );
  return (
    <span className={`${styles["picture"]} ${styles["placeholder"]}`} aria-hidden="true">
      <Box size={20} strokeWidth={1.5} />
    </span>
  );
}
