/**
 * Earlier orders of the recipient's phone, in a wide window: an order that the person has already,
 * and the orders that can be replaced.
 */
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { normalizePhone } from "../../../core/base/phone.ts";
import type { ShipmentListRow } from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { MiddleCut } from "../../ui/MiddleCut.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import { isWithoutLabel } from "../../../core/shipping/shipments/shipment-state.schema.ts";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./EarlierOrders.module.css";
import { findOrdersOfPhone } from "./find-customer.ts";
import { goToItems } from "./form-fields.ts";
import { takeOrder, useOrderDraft } from "./typed-order.ts";

/** Fewest characters of a phone number, with its country. */
const LEAST = 12;
/** Milliseconds without a key before the search starts. */
const PAUSE_MS = 200;

/** Lists the orders, newest first; a button takes an order over as a replacement. */
export function EarlierOrders() {
  const { t } = useTranslation();
  const format = useFormat();
  const { phone } = normalizePhone(useOrderDraft().address.phone);
  const orders = useOrdersOf(phone);
  return (
    <aside className={styles["earlier"]} aria-label={t("orders.earlier.title")}>
      <h2>{t("orders.earlier.title")}</h2>
      {orders === null || orders.length === 0 ? (
        <p className={styles["soft"]}>{t(`orders.earlier.${orders === null ? "lead" : "none"}`)}</p>
      ) : (
        <ul>
          {orders.map((order) => (
            <li key={order.id}>
              <p>
                <b>
                  <MiddleCut>{nameOf(order)}</MiddleCut>
                </b>
                <StateChip {...order} />
              </p>
              <p className={styles["soft"]}>{format.instant(order.createdAt)}</p>
              <TakeButton order={order} />
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}

/** Takes the order over as a replacement; an order that was never sent is copied. */
function TakeButton({ order }: { readonly order: ShipmentListRow }) {
  const { t } = useTranslation();
  const words = t(isWithoutLabel(order.status) ? "orders.earlier.copy" : "orders.earlier.replace");
  return (
    <Button
      small
      label={`${words}: ${nameOf(order)}`}
      onPress={() => void takeOrder(order).then(() => requestAnimationFrame(goToItems))}
    >
      {words}
    </Button>
  );
}

function nameOf({ orderNumber, number }: ShipmentListRow): string {
  return orderNumber === "" ? `#${number}` : orderNumber;
}

/** Returns the orders of a phone; null while the phone is incomplete or not searched yet. */
function useOrdersOf(phone: string): readonly ShipmentListRow[] | null {
  const [found, setFound] = useState<{
    readonly phone: string;
    readonly list: readonly ShipmentListRow[];
  } | null>(null);
  useEffect(() => {
    if (phone.length < LEAST) return undefined;
    let isCurrent = true;
    const timer = setTimeout(
      () =>
        void findOrdersOfPhone(phone).then(
          (list) => (isCurrent ? setFound({ phone, list }) : undefined),
          () => undefined,
        ),
      PAUSE_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [phone]);
  return found?.phone === phone ? found.list : null;
}
