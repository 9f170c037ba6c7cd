/** Asks before shipments are cancelled: the selected ones, or the open one. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { ShipmentListRow } from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import type { Shipment } from "../../../core/shipping/shipments/shipments.schema.ts";
import { runShared } from "../../store/commands.ts";
import { useSettledPress } from "../../store/shown.ts";
import { Button } from "../../ui/Button.tsx";
import { Mark } from "../../ui/Mark.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { useFormat } from "../../ui/use-format.ts";
import { fitting, nameOf } from "./run-bulk.ts";
import { detailInHand } from "./panel.slice.ts";
import { useShipments } from "./use-shipments.ts";

/** Asks the question. F10 cancels the shipments, F12 keeps them. */
export function CancelQuestion() {
  const { t } = useTranslation();
  const format = useFormat();
  const selected = useShipments((store) => store.selectedShipments);
  const canceled = fitting("cancel", selected.values());
  const count = canceled.length;
  const open = useShipments((store) =>
    store.shipmentsQuestion === "cancel" ? null : (detailInHand(store)?.detail.shipment ?? null),
  );
  const yes = useSettledPress(() => runShared("answer", true));
  const no = useSettledPress(() => runShared("answer", false));
  const isBought = open !== null && open.barcode !== "";
  const title = open === null ? t("shipments.ask.title", { count }) : t(titleOf(open));
  return (
    <Panel
      tone="ask"
      title={title}
      alert
      testID="cancel-question"
      commands={
        <>
          <Button danger keyName="F10" {...yes}>
            {t(
              open === null || isBought
                ? "shipments.ask.yes"
                : open.isReturn
                  ? "shipments.return.cancel"
                  : "shipments.ask.yesOfOrder",
            )}
          </Button>
          <Button keyName="F12" {...no}>
            {t("shipments.ask.no")}
          </Button>
        </>
      }
    >
      <p>
        <b>{open === null ? canceledWords(t, canceled) : nameOfOpen(open)}</b>
      </p>
      <p>
        {open === null
          ? t("shipments.ask.lead")
          : isBought
            ? t(boughtLeadOf(open), {
                price: format.money(open.acceptedOffer?.totalAmount ?? open.totalAmount, "TL"),
                name: open.acceptedOffer?.providerAccountName ?? "",
              })
            : t(leadOf(open))}
      </p>
      <OnTruck />
    </Panel>
  );
}

/** Warns about the open shipment's parcel that is on a truck, or was handed over. */
function OnTruck() {
  const { t } = useTranslation();
  const format = useFormat();
  const handOver = useShipments((store) =>
    store.shipmentsQuestion === "cancel" ? null : (detailInHand(store)?.detail.handOver ?? null),
  );
  if (handOver === null) return null;
  const words = handOver.isEnded ? "shipments.ask.handedOver" : "shipments.ask.onTruck";
  return (
    <p>
      <Mark tone="attention">{t(words, { at: format.instant(handOver.at) })}</Mark>
    </p>
  );
}

function titleOf({ barcode, isReturn }: Shipment) {
  if (barcode !== "") return "shipments.detail.cancelTitle";
  return isReturn ? "shipments.return.cancelTitle" : "shipments.detail.cancelOrderTitle";
}

/** Returns what follows from the cancellation of a label: who gives its price back. */
function boughtLeadOf({ acceptedOffer }: Shipment) {
  return acceptedOffer?.paidThere === true
    ? "shipments.detail.cancelThereLead"
    : "shipments.detail.cancelLead";
}

/** Returns what follows from the cancellation of a shipment without a label. */
function leadOf({ statusCode, isReturn }: Shipment) {
  if (statusCode === "OFFER_ACCEPTED") return "shipments.detail.cancelOpenLead";
  return isReturn ? "shipments.return.cancelLead" : "shipments.detail.cancelOrderLead";
}

/** The most shipments that the question names. */
const MOST_NAMED = 6;

/** Names the shipments that would be cancelled, and counts those that have no room. */
function canceledWords(t: TFunction, rows: readonly ShipmentListRow[]): string {
  const named = rows.slice(0, MOST_NAMED).map((row) => `${nameOf(row)} ${row.recipientName}`);
  const rest = rows.length - named.length;
  return [...named, ...(rest === 0 ? [] : [t("shipments.ask.more", { count: rest })])].join(" · ");
}

function nameOfOpen({ order, organizationShipmentID: number, recipientAddress }: Shipment): string {
  return `${nameOf({ orderNumber: order?.orderNumber ?? "", number })} ${recipientAddress?.name ?? ""}`;
}
