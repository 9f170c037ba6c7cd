/**
 * Other waiting orders of the open order's recipient, and the orders that are packed in this parcel.
 */
import { useTranslation } from "react-i18next";
import type { NamedOrder, Together } from "../../../../core/fulfilment/together/together.schema.ts";
import { Button } from "../../../ui/Button.tsx";
import { Mark } from "../../../ui/Mark.tsx";
import { isOpenForPacking, type PackStep, type Parcel } from "../pack-step.ts";
import { usePack } from "../use-pack.ts";
import { joinableOf, joinWaiting, separateJoined } from "./together-commands.ts";
import styles from "./TogetherLine.module.css";

type TogetherLineProps = { readonly parcel: Parcel; readonly pack: PackStep };

/** Shows both lists, with the keys that join and separate. */
export function TogetherLine({ parcel, pack }: TogetherLineProps) {
  const isOpen = isOpenForPacking(pack) && parcel.holdReason === "";
  const { joined, waiting } = parcel.together;
  return (
    <>
      {joined.length === 0 ? null : <Joined joined={joined} isOpen={isOpen} />}
      {!isOpen || waiting.length === 0 ? null : <Waiting together={parcel.together} />}
    </>
  );
}

/** Returns the order's number; the shipment's own number when it has no order. */
export function nameOf({
  orderNumber,
  number,
}: Pick<NamedOrder, "orderNumber" | "number">): string {
  return orderNumber === "" ? `#${number}` : orderNumber;
}

function Joined({
  joined,
  isOpen,
}: {
  readonly joined: Together["joined"];
  readonly isOpen: boolean;
}) {
  const { t } = useTranslation();
  const busy = usePack((store) => store.isJoining);
  return (
    <div className={styles["together"]} data-testid="joined">
      <div className={styles["row"]}>
        <Mark tone="info">{t("together.joined", { orders: joined.map(nameOf).join(", ") })}</Mark>
        {isOpen ? (
          <Button small keyName="Alt+U" disabled={busy} onPress={separateJoined}>
            {t("together.separate")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function Waiting({ together }: { readonly together: Together }) {
  const { t } = useTranslation();
  const busy = usePack((store) => store.isJoining);
  const { waiting } = together;
  const count = joinableOf(together).length;
  return (
    <div className={styles["together"]} data-testid="together">
      <div className={styles["row"]}>
        <Mark tone="info">{t("together.waiting", { count: waiting.length })}</Mark>
        {count === 0 ? null : (
          <Button small keyName="Alt+T" disabled={busy} onPress={joinWaiting}>
            {t("together.join")}
          </Button>
        )}
      </div>
      <ul tabIndex={0} aria-label={t("together.waiting", { count: waiting.length })}>
        {waiting.map((order) => (
          <li key={order.shipmentID}>
            <b>{nameOf(order)}</b>{" "}
            {order.items
              .map(({ quantity, title, variantTitle }) =>
                `${quantity} × ${title} ${variantTitle}`.trim(),
              )
              .join(", ")}
            {order.refusal === null ? null : (
              <span className={styles["why"]}> · {t(`together.why.${order.refusal}`)}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
