/** Addresses, parcel, order and items of one shipment. */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { phoneText } from "../../../core/base/phone.ts";
import type { Address } from "../../../core/shipping/addresses/addresses.schema.ts";
import type { ShipmentDetail } from "../../../core/fulfilment/history/history.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import { placeWords } from "../../lib/format.ts";
import { Button } from "../../ui/Button.tsx";
import { useFormat } from "../../ui/use-format.ts";
import styles from "./Detail.module.css";
import { useShipments } from "./use-shipments.ts";

/** The addresses, the recipient first because it is looked up most. */
export function Addresses({ shipment }: { readonly shipment: Shipment }) {
  const { t } = useTranslation();
  return (
    <section className={styles["part"]}>
      <h2>{t("shipments.detail.parties")}</h2>
      <div className={styles["pair"]}>
        <Party title={t("shipments.detail.recipient")} address={shipment.recipientAddress} />
        <Party title={t("shipments.detail.sender")} address={shipment.senderAddress} />
      </div>
    </section>
  );
}

/** Opens a related shipment; Esc then returns to where the current shipment was opened from. */
function openBeside(id: string): void {
  const { openShipment, openedShipment } = useShipments.getState();
  openShipment(id, openedShipment?.from);
}

function Party({ title, address }: { readonly title: string; readonly address: Address | null }) {
  return (
    <div className={styles["party"]}>
      <h3>{title}</h3>
      {address === null ? (
        <p>–</p>
      ) : (
        <>
          <p className={styles["name"]}>{address.name}</p>
          <p>
            <b>
              {placeWords(address.districtName)} / {placeWords(address.cityName)}
            </b>
          </p>
          <p>{[address.address1, address.address2].filter(Boolean).join(", ")}</p>
          <p>{phoneText(address.phone)}</p>
          {address.email === "" ? null : <p>{address.email}</p>}
        </>
      )}
    </div>
  );
}

/**
 * Parcel, codes, order and items.
 *
 * @param original The shipment that this return belongs to; null if this is not a return, or the
 *   member may not see that shipment.
 * @param returns The returns of this shipment.
 */
export function Contents({ shipment, original, returns, together }: ContentsProps) {
  return (
    <>
      <Parcel shipment={shipment} original={original} returns={returns} together={together} />
      <Items items={shipment.items} />
    </>
  );
}

type ContentsProps = {
  readonly shipment: Shipment;
  readonly original: ShipmentDetail["original"];
  readonly returns: ShipmentDetail["returns"];
  readonly together: ShipmentDetail["together"];
};

/** Names the parcel that has this order's items, and the orders in this parcel. */
function PackedTogether({ together: { packedWith, joined } }: Pick<ContentsProps, "together">) {
  const { t } = useTranslation();
  const others = packedWith === null ? joined : [packedWith];
  return others.length === 0 ? null : (
    <Fact name={t("shipments.detail.packedWith")}>
      {others.map(({ shipmentID, number, orderNumber }) => (
        <Button key={shipmentID} small onPress={() => openBeside(shipmentID)}>
          {orderNumber === "" ? t("shipments.detail.title", { number }) : orderNumber}
        </Button>
      ))}
    </Fact>
  );
}

/** Size, codes and order. */
function Parcel({ shipment, original, returns, together }: ContentsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { length, width, height, distanceUnit, weight, massUnit, order } = shipment;
  const size = [length, width, height].map((side) => format.measure(side)).join(" × ");
  return (
    <section className={styles["part"]}>
      <h2>{t("shipments.detail.parcel")}</h2>
      <dl className={styles["facts"]}>
        {original === null ? null : (
          <Fact name={t("shipments.detail.returnOf")}>
            <Button small onPress={() => openBeside(original.id)}>
              {t("shipments.detail.title", { number: original.organizationShipmentID })}
            </Button>
          </Fact>
        )}
        <PackedTogether together={together} />
        {returns.length === 0 ? null : (
          <Fact name={t("shipments.detail.returns")}>
            {returns.map(({ id, organizationShipmentID: number }) => (
              <Button key={id} small onPress={() => openBeside(id)}>
                {t("shipments.return.title", { number })}
              </Button>
            ))}
          </Fact>
        )}
        {original === null || original.orderNumber === "" ? null : (
          <Fact name={t("shipments.detail.originalOrder")}>{original.orderNumber}</Fact>
        )}
        <Fact name={t("shipments.detail.size")}>
          {Number(length) > 0 ? `${size} ${distanceUnit}` : t("parcel.noSize")}
        </Fact>
        <Fact name={t("shipments.detail.weight")}>
          {Number(weight) > 0 ? `${format.measure(weight)} ${massUnit}` : t("parcel.noSize")}
        </Fact>
        <Fact name={t("shipments.detail.desi")}>{format.measure(shipment.desi, 0, 2)}</Fact>
        {shipment.barcode === "" ? null : (
          <Fact name={t("shipments.detail.barcode")}>{shipment.barcode}</Fact>
        )}
        {shipment.trackingNumber === "" ? null : (
          <Fact name={t("shipments.detail.tracking")}>{shipment.trackingNumber}</Fact>
        )}
        {order === null || order.orderNumber === "" ? null : (
          <Fact name={t("shipments.detail.order")}>{order.orderNumber}</Fact>
        )}
        {order === null || order.notes === "" ? null : (
          <Fact name={t("shipments.detail.note")}>{order.notes}</Fact>
        )}
      </dl>
    </section>
  );
}

/** The items of the order. */
export function Items({ items }: Pick<Shipment, "items">) {
  const { t } = useTranslation();
  return (
    <section className={styles["part"]}>
      <h2>{t("shipments.detail.items")}</h2>
      {items.length === 0 ? (
        <p className={styles["soft"]}>{t("shipments.detail.noItems")}</p>
      ) : null}
      <ul className={styles["items"]}>
        {items.map((item) => (
          <li key={item.id}>
            <b>{item.quantity} ×</b>{" "}
            {[item.title, item.variantTitle, item.sku].filter(Boolean).join(" · ")}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows a name and its value in a list of facts. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
