/** Columns of the list of shipments. */
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { phoneText } from "../../../core/base/phone.ts";
import type { ShipmentListRow } from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import { AnnouncementSign, shownAnnouncement } from "../../ui/AnnouncementSign.tsx";
import { CarrierMark } from "../../ui/CarrierMark.tsx";
import { SampleAmount } from "../../ui/SamplePrice.tsx";
import { StateChip } from "../../ui/StateChip.tsx";
import { stateKey } from "../../ui/state-words.ts";
import type { BigColumn } from "../../ui/table/BigTable.tsx";
import { useFormat } from "../../ui/use-format.ts";

/** Columns that are hidden until a person chooses them. */
export const HIDDEN_AT_FIRST = ["phone", "printed", "barcode", "tracking", "marks"];

type ColumnID =
  | "number"
  | "time"
  | "status"
  | "order"
  | "recipient"
  | "phone"
  | "district"
  | "city"
  | "service"
  | "price"
  | "printed"
  | "barcode"
  | "tracking"
  | "marks";

/**
 * Returns the columns in the language of the window. Where there is no room, the time, the city, the
 * district, the service and the price are left out, so that names are whole and the status in view.
 */
export function useColumns(): readonly BigColumn<ShipmentListRow>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const priceOf = ({ price }: ShipmentListRow): string =>
      price === null ? "" : format.money(price, "TL");
    const column = (
      id: ColumnID,
      width: number,
      text: (row: ShipmentListRow) => string,
      rest: Partial<BigColumn<ShipmentListRow>> = {},
    ): BigColumn<ShipmentListRow> => ({
      id,
      words: t(`shipments.column.${id}`),
      width,
      text,
      ...rest,
    });
    return [
      column("number", 84, ({ number }) => String(number), {
        numeric: true,
        isFirstDescending: true,
      }),
      column("order", 84, ({ orderNumber }) => orderNumber, { grows: true }),
      column("recipient", 138, ({ recipientName }) => recipientName, { grows: true }),
      column("phone", 120, ({ recipientPhone }) => phoneText(recipientPhone)),
      column("district", 90, ({ districtName }) => districtName, {
        grows: true,
        yields: 3,
      }),
      column("city", 100, ({ cityName }) => cityName, { yields: 4 }),
      column("service", 134, ({ serviceName }) => serviceName, {
        yields: 2,
        show: serviceOf,
      }),
      column("price", 112, priceOf, {
        yields: 1,
        numeric: true,
        isFirstDescending: true,
        show: (row) =>
          row.isSample && !row.test ? <SampleAmount amount={priceOf(row)} /> : priceOf(row),
      }),
      column("status", 172, (row) => stateOf(t, row), {
        show: Stated,
      }),
      column("time", 146, ({ createdAt }) => format.instant(createdAt), {
        yields: 5,
        isFirstDescending: true,
      }),
      column("printed", 104, ({ isPrinted, barcode }) =>
        barcode === "" ? "" : t(isPrinted ? "shipments.printed" : "shipments.unprinted"),
      ),
      column("barcode", 128, ({ barcode }) => barcode),
      column("tracking", 128, ({ trackingNumber }) => trackingNumber),
      column("marks", 140, (row) => marksOf(t, row)),
    ];
  }, [t, format]);
}

function Stated(row: ShipmentListRow) {
  return (
    <>
      <StateChip {...row} /> <AnnouncementSign state={row.announcement} />
    </>
  );
}

/** The state in words, with those of an announcement that its carrier has not confirmed. */
function stateOf(t: TFunction, row: ShipmentListRow): string {
  const announcement = shownAnnouncement(row.announcement);
  return announcement === undefined
    ? t(stateKey(row))
    : `${t(stateKey(row))} · ${t(`announcements.state.${announcement}`)}`;
}

function serviceOf({ serviceName, providerCode }: ShipmentListRow) {
  if (serviceName === "") return "";
  return (
    <>
      <CarrierMark name={providerCode} />
      {serviceName}
    </>
  );
}

function marksOf(t: TFunction, row: ShipmentListRow): string {
  return [
    row.isCashOnDelivery ? t("shipments.mark.cash") : "",
    row.isReturn ? t("shipments.mark.return") : "",
    row.isReturned ? t("shipments.mark.returned") : "",
    row.test ? t("shipments.mark.test") : row.isSample ? t("samplePrice.mark") : "",
  ]
    .filter(Boolean)
    .join(", ");
}
