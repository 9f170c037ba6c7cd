/** The orders that wait, oldest first as the core lists them. A scan is quicker; Enter opens the marked one, a click any. */
import { useEffect, useRef, type CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import type { WaitingOrder } from "../../../core/station/station.schema.ts";
import { runShared } from "../../store/commands.ts";
import { Kbd } from "../../ui/Kbd.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { usePack } from "./use-pack.ts";
import { codeOf, markedOf } from "./waiting.slice.ts";
import styles from "./WaitingList.module.css";

/** Wide enough for the longest number, up to twenty-odd characters and a third of the row; a longer one takes a second line. */
function numberColumn(list: readonly WaitingOrder[]): CSSProperties {
  const longest = Math.max(...list.map((order) => codeOf(order).length));
  return { "--number": `max(5.5rem, min(${Math.min(longest, 22) + 1}ch, 34%))` } as CSSProperties;
}

/** @param keys Whether Enter and the arrows work on the list now. */
export function WaitingList({ keys }: { readonly keys: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const waiting = usePack((store) => store.waiting);
  const markedID = usePack((store) => (keys ? markedOf(store)?.shipmentID : undefined));
  const marked = useRef<HTMLLIElement>(null);
  useEffect(() => marked.current?.scrollIntoView({ block: "nearest" }), [markedID]);
  if (waiting === null || waiting.total === 0) return null;
  const more = waiting.total - waiting.list.length;

  return (
    <section className={styles["waiting"]} aria-label={t("empty.waitingTitle")}>
      <div className={styles["head"]}>
        <h2>{t("empty.waitingTitle")}</h2>
        {keys ? (
          <p>
            <Kbd>↑ ↓</Kbd> {t("empty.arrows")}
          </p>
        ) : null}
      </div>
      <ul data-testid="waiting-list" style={numberColumn(waiting.list)}>
        {waiting.list.map((order, index) => (
          <li key={order.shipmentID} ref={order.shipmentID === markedID ? marked : null}>
            <button type="button" className={styles["order"]} aria-current={order.shipmentID === markedID ? "true" : undefined} onClick={() => runShared("takeCode", codeOf(order))}>
              <b title={codeOf(order)}>{codeOf(order)}</b>
              <span className={styles["who"]}>{order.recipientName}</span>
              <span className={styles["where"]}>
                {order.districtName} / {order.cityName}
              </span>
              <span className={styles["weight"]}>{format.measure(order.weight, 2)} kg</span>
              {order.shipmentID === markedID ? (
                <span className={styles["opens"]}>
                  <Kbd>Enter</Kbd> {t(index === 0 ? "empty.open" : "empty.openThis")}
                </span>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
      {more > 0 ? <p>{t("empty.more", { count: more })}</p> : null}
    </section>
  );
}
