/**
 * The waiting orders in the order in which the core lists them, or the orders on hold. Enter opens
 * the marked order, a click opens any order; a scan is quicker.
 */
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { WaitingOrder } from "../../../../core/station/station.schema.ts";
import { runShared } from "../../../store/commands.ts";
import { otherDeskOf } from "../../../store/sync.slice.ts";
import { Kbd } from "../../../ui/Kbd.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import { MiddleCut } from "../../../ui/MiddleCut.tsx";
import { useFormat } from "../../../ui/use-format.ts";
import { holdWords } from "../parcel/hold-words.ts";
import { usePack } from "../use-pack.ts";
import { codeOf, markedOf, openingCodeOf } from "./waiting.slice.ts";
import styles from "./WaitingList.module.css";

/** Lists the waiting orders. @param keys Whether Enter and the arrows act on the list now. */
export function WaitingList({ keys }: { readonly keys: boolean }) {
  const { t } = useTranslation();
  const waiting = usePack((store) => store.waiting);
  const markedID = usePack((store) => (keys ? markedOf(store)?.shipmentID : undefined));
  const marked = useRef<HTMLLIElement>(null);
  useEffect(() => marked.current?.scrollIntoView({ block: "nearest" }), [markedID]);
  const showsHeld = usePack((store) => store.showsHeld && keys);
  if (waiting === null || waiting.total === 0) return null;
  const list = showsHeld ? waiting.held : waiting.list;
  const held = waiting.held.length;
  const more = showsHeld ? 0 : waiting.total - waiting.list.length - held;

  return (
    <section className={styles["waiting"]} aria-label={t("empty.waitingTitle")}>
      <Head held={held} showsHeld={showsHeld} keys={keys} />
      <ul data-testid="waiting-list">
        {list.map((order, index) => (
          <li key={order.shipmentID} ref={order.shipmentID === markedID ? marked : null}>
            <Order
              order={order}
              isMarked={order.shipmentID === markedID}
              isFirst={index === 0 && !showsHeld}
            />
          </li>
        ))}
      </ul>
      {more > 0 ? <p>{t("empty.more", { count: more })}</p> : null}
    </section>
  );
}

type HeadProps = { readonly held: number; readonly showsHeld: boolean; readonly keys: boolean };

/** Shows the head of the list. @param held Number of orders on hold. */
function Head({ held, showsHeld, keys }: HeadProps) {
  const { t } = useTranslation();
  const showHeld = usePack((store) => store.showHeld);
  return (
    <div className={styles["head"]}>
      <h2>{t(showsHeld ? "desk.hold.list" : "empty.waitingTitle")}</h2>
      {keys ? (
        <p>
          <Kbd>↑ ↓</Kbd> {t("empty.arrows")}
        </p>
      ) : null}
      {held > 0 && keys ? (
        <button
          type="button"
          className={styles["chip"]}
          aria-pressed={showsHeld}
          data-testid="held-chip"
          onClick={() => showHeld(!showsHeld)}
        >
          <Kbd>F9</Kbd> {t(showsHeld ? "desk.hold.all" : "desk.hold.chip", { count: held })}
        </button>
      ) : null}
    </div>
  );
}

type OrderProps = {
  readonly order: WaitingOrder;
  /** Whether Enter opens this order. */
  readonly isMarked: boolean;
  readonly isFirst: boolean;
};

function Order({ order, isMarked, isFirst }: OrderProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <button
      type="button"
      className={styles["order"]}
      aria-current={isMarked ? "true" : undefined}
      onClick={() => runShared("takeCode", openingCodeOf(order))}
    >
      <b>
        <MiddleCut>{codeOf(order)}</MiddleCut>
        {order.boxNo > 1 ? <small> {t("desk.box.no", { no: order.boxNo })}</small> : null}
      </b>
      <span className={styles["who"]}>{order.recipientName}</span>
      <span className={styles["where"]}>
        {order.districtName} / {order.cityName}
      </span>
      <span className={styles["weight"]}>
        {order.weight === "" ? "–" : `${format.measure(order.weight, 2)} kg`}
      </span>
      <OpenElsewhere shipmentID={order.shipmentID} />
      {order.holdReason === "" ? null : (
        <span className={styles["held"]}>
          <Mark tone="attention">{holdWords(t, order.holdReason)}</Mark>
        </span>
      )}
      {isMarked ? (
        <span className={styles["opens"]}>
          <Kbd>Enter</Kbd> {t(isFirst ? "empty.open" : "empty.openThis")}
        </span>
      ) : null}
    </button>
  );
}

/**
 * The other station at which the order is open now; nothing when it is open at no other station.
 */
function OpenElsewhere({ shipmentID }: { readonly shipmentID: string }) {
  const { t } = useTranslation();
  const name = usePack((store) => otherDeskOf(store, shipmentID)?.name ?? null);
  return name === null ? null : (
    <span className={styles["held"]} data-testid="open-elsewhere">
      <Mark tone="info">{t("desk.elsewhere.at", { name })}</Mark>
    </span>
  );
}
