/** The first labels of a new batch in the chosen order, each with the value it is sorted by. */
import { useTranslation } from "react-i18next";
import type {
  BatchItem,
  BatchSort,
  Unprinted,
} from "../../../core/fulfilment/batches/batches.schema.ts";
import { placeWords } from "../../lib/format.ts";
import styles from "./Batches.module.css";
import { useBatches } from "./use-batches.ts";

/** A short table, and the number of further labels. */
export function Preview({
  unprinted: { preview, carriers, shipmentIDs },
}: {
  readonly unprinted: Unprinted;
}) {
  const { t } = useTranslation();
  const sort = useBatches((store) => store.newBatch.sort);
  const nameOf = (code: string): string =>
    carriers.find(({ providerCode }) => providerCode === code)?.carrierName ?? code;
  const more = shipmentIDs.length - preview.length;
  return (
    <div
      className={styles["preview"]}
      tabIndex={0}
      role="region"
      aria-label={t("batches.make.first")}
    >
      <table data-testid="batch-preview">
        <caption>{t("batches.make.first")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("batches.items.place")}</th>
            <th scope="col">{t(`batches.make.by.${sort}`)}</th>
            <th scope="col">{t("batches.items.order")}</th>
            <th scope="col">{t("batches.items.recipient")}</th>
          </tr>
        </thead>
        <tbody>
          {preview.map((item) => (
            <tr key={item.shipmentID}>
              <td>{item.position}</td>
              <td>{sortedBy(item, sort, nameOf)}</td>
              <td>{item.orderNumber}</td>
              <td>{item.recipientName}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? (
        <p className={styles["soft"]}>{t("batches.make.more", { count: more })}</p>
      ) : null}
    </div>
  );
}

function sortedBy(item: BatchItem, sort: BatchSort, carrierOf: (code: string) => string): string {
  switch (sort) {
    case "carrier":
      return carrierOf(item.providerCode);
    case "product":
      return item.productTitle;
    case "given":
    case "zone":
      return `${placeWords(item.cityName)} / ${placeWords(item.districtName)}`;
  }
}
