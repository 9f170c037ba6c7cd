/** The orders that wait, oldest first as the core lists them. A scan is quicker; a click or Enter opens one too. */
import { useTranslation } from "react-i18next";
import { takeCode } from "../../app/acts.ts";
import { useDesk } from "../../app/store.ts";
import { useFormat } from "../../ui/useFormat.ts";
import styles from "./WaitingList.module.css";

export function WaitingList() {
  const { t } = useTranslation();
  const format = useFormat();
  const waiting = useDesk((store) => store.waiting);
  if (waiting === null || waiting.total === 0) return null;
  const more = waiting.total - waiting.list.length;

  return (
    <section className={styles["waiting"]} aria-label={t("empty.waitingTitle")}>
      <h2>{t("empty.waitingTitle")}</h2>
      <ul data-testid="waiting-list">
        {waiting.list.map((order) => (
          <li key={order.shipmentID}>
            <button type="button" className={styles["order"]} onClick={() => takeCode(order.orderNumber === "" ? String(order.shipmentNumber) : order.orderNumber)}>
              <b>{order.orderNumber === "" ? order.shipmentNumber : order.orderNumber}</b>
              <span className={styles["who"]}>{order.recipientName}</span>
              <span className={styles["where"]}>
                {order.districtName} / {order.cityName}
              </span>
              <span className={styles["weight"]}>{format.measure(order.weight, 2)} kg</span>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 ? <p>{t("empty.more", { count: more })}</p> : null}
    </section>
  );
}
