/**
 * The panel next to the list: the row in hand, at once with the row's own fields. The shipment's
 * events, label and items follow when the arrows rest.
 */
import { useDeferredValue, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { phoneText } from "../../../core/base/phone.ts";
import type { ShipmentListRow } from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import { placeWords } from "../../lib/format.ts";
import { Slot } from "../../store/slots.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { AnnouncementSign } from "../../ui/AnnouncementSign.tsx";
import { SidePanel } from "../../ui/list/SidePanel.tsx";
import { SampleAmount } from "../../ui/SamplePrice.tsx";
import { FactChip, StateChip } from "../../ui/StateChip.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { Acted } from "./Acted.tsx";
import { AnnouncementPart } from "./AnnouncementPart.tsx";
import { Fact, Items } from "./DetailParts.tsx";
import { OpenPurchasePart } from "./OpenPurchasePart.tsx";
import { detailInHand } from "./panel.slice.ts";
import detail from "./Detail.module.css";
import styles from "./ShipmentPanel.module.css";
import { ShipmentCommands } from "./ShipmentCommands.tsx";
import { Timeline } from "./Timeline.tsx";
import { useShipments } from "./use-shipments.ts";

/** Time without another row in hand after which its details are read, ms. */
const REST_MS = 120;

/** Shows the row. @param row The list's active row. */
export function ShipmentPanel({ row: now }: { readonly row: ShipmentListRow }) {
  const { t } = useTranslation();
  // Arrows come first: the panel is drawn when the list is.
  const row = useDeferredValue(now);
  const load = useShipments((store) => store.loadShipmentDetail);
  const read = useShipments(detailInHand);
  const failure = useShipments((store) => store.detailFailure);
  const show = useShipments((store) => store.showPanel);
  useEffect(() => {
    const timer = setTimeout(() => void load(), REST_MS);
    return () => clearTimeout(timer);
  }, [load, row.id]);
  const name = row.orderNumber === "" ? `#${row.number}` : row.orderNumber;
  const isRead = read?.detail.shipment.id === row.id;
  return (
    <SidePanel
      label={t("shipments.panel", { name })}
      rowID={row.id}
      onClose={() => show(false)}
      testID="shipment-panel"
    >
      <Head row={row} name={name} />
      {isRead ? (
        <ShipmentCommands read={read} isPanel />
      ) : (
        <div className={styles["commandsSoon"]} />
      )}
      {failure === null ? null : (
        <div role="alert">
          <FailureText failure={failure} />
        </div>
      )}
      <Acted id={row.id} />
      <RowFacts row={row} />
      {isRead ? (
        <>
          {row.barcode === "" || row.status === "CANCELED" ? null : (
            <div className={styles["label"]}>
              <Slot
                name="labelPicture"
                props={{ shipmentID: row.id, barcode: read.detail.shipment.barcode }}
              />
            </div>
          )}
          <OpenPurchasePart {...read.detail} />
          <AnnouncementPart
            shipment={read.detail.shipment}
            announcement={read.detail.announcement}
          />
          <Timeline {...read} />
          <Items items={read.detail.shipment.items} />
        </>
      ) : null}
    </SidePanel>
  );
}

function Head({ row, name }: { readonly row: ShipmentListRow; readonly name: string }) {
  const { t } = useTranslation();
  return (
    <header className={styles["head"]}>
      <h2>{name}</h2>
      <div className={styles["chips"]}>
        <StateChip {...row} />
        <AnnouncementSign state={row.announcement} />
        {row.isCashOnDelivery ? <FactChip fact="cash">{t("shipments.mark.cash")}</FactChip> : null}
      </div>
    </header>
  );
}

function RowFacts({ row }: { readonly row: ShipmentListRow }) {
  const { t } = useTranslation();
  const format = useFormat();
  const price = row.price === null ? "" : format.money(row.price, "TL");
  const facts = [
    ["service", row.serviceName],
    ["price", row.isSample && !row.test && price !== "" ? <SampleAmount amount={price} /> : price],
    ["barcode", row.barcode],
    ["tracking", row.trackingNumber],
    ["number", String(row.number)],
    ["time", format.instant(row.createdAt)],
  ] as const;
  return (
    <section className={styles["facts"]}>
      <address>
        <b>{row.recipientName}</b>
        <span>
          {placeWords(row.districtName)} / {placeWords(row.cityName)}
        </span>
        <span>{phoneText(row.recipientPhone)}</span>
      </address>
      <dl className={detail["facts"]}>
        {facts.map(([name, value]) =>
          value === "" ? null : (
            <Fact key={name} name={t(`shipments.column.${name}`)}>
              {value}
            </Fact>
          ),
        )}
      </dl>
    </section>
  );
}
