/**
 * Orders, offers and jobs as the core answers them, limited to the fields that the screen reads and
 * the test sets. The casts cover the other fields.
 */
import type { Offer, Offers } from "../../core/shipping/offers/offers.schema.ts";
import type { PrintJob } from "../../core/printing/printing.schema.ts";
import type { Order, Shipment } from "../../core/shipping/shipments/shipments.schema.ts";
import type { Transaction } from "../../core/fulfilment/transactions/transactions.schema.ts";
import type { Parcel } from "../../renderer/features/pack/pack-step.ts";

export function offer(id: string, totalAmount: string): Offer {
  return {
    id,
    totalAmount,
    currency: "TL",
    providerCode: "ARAS",
    providerServiceCode: "ARAS_STANDART",
    averageEstimatedTime: 172_800_000_000_000,
    isProviderAccountOffer: false,
    subOffer: [] as Offer["subOffer"],
  } as Offer;
}

export const DEAR = offer("dear", "139.90");
export const CHEAP = offer("cheap", "118.40");

export function offers(list: Offer[], cheapest: Offer): Offers {
  return { list, cheapest, fastest: list[0] ?? null, percentageCompleted: 100 } as Offers;
}

export function order(orderNumber: string): Order {
  return { orderNumber, notes: "", totalAmount: "349.90", totalAmountCurrency: "TL" } as Order;
}

export function shipment(part: Partial<Shipment> = {}): Shipment {
  return {
    id: "shipment-1",
    organizationShipmentID: 311,
    statusCode: "GOT_OFFERS",
    length: "30",
    width: "20",
    height: "15",
    distanceUnit: "cm",
    weight: "2.5",
    massUnit: "kg",
    desi: "3",
    totalAmount: "0.00",
    currency: "TL",
    barcode: "",
    providerServiceCode: "",
    recipientAddress: null,
    order: order("10482"),
    items: [],
    offers: offers([DEAR, CHEAP], CHEAP),
    ...part,
  } as Shipment;
}

export function parcel(part: Partial<Parcel> = {}): Parcel {
  return {
    code: "10482",
    shipment: shipment(),
    missing: [],
    serviceNames: { ARAS_STANDART: "Aras Standart" },
    printJobs: [],
    ticks: [],
    holdReason: "",
    change: null,
    box: { no: 1, of: 1, next: null },
    lastBox: null,
    products: [],
    usual: null,
    sameNumber: 0,
    isLost: false,
    event: "",
    choice: null,
    announcement: null,
    isLabelAwaited: false,
    isPrintedOnScan: false,
    paidAt: "",
    together: { waiting: [], joined: [], packedWith: null },
    papers: [],
    nextCode: "",
    ...part,
  };
}

export function transaction(offerID: string): Transaction {
  const bought = shipment({
    statusCode: "TRACKING_CODE_CREATED",
    barcode: "7200010482",
    totalAmount: "118.40",
    providerServiceCode: "ARAS_STANDART",
  });
  return {
    id: "transaction-1",
    offerID,
    totalAmount: "118.40",
    currency: "TL",
    oldBalance: "200.00",
    newBalance: "81.60",
    shipment: bought,
  } as Transaction;
}

export function printJob(part: Partial<PrintJob> = {}): PrintJob {
  return {
    id: "job-1",
    createdAt: "2026-11-21T11:00:00.000Z",
    updatedAt: "2026-11-21T11:00:00.000Z",
    shipmentID: "shipment-1",
    barcode: "7200010482",
    orderNumber: "10482",
    shipmentNumber: 311,
    recipientName: "Çağla Şimşekoğlu",
    districtName: "Kadıköy",
    cityName: "İstanbul",
    printerID: "printer-1",
    printerName: "Zebra",
    kind: "LABEL",
    status: "QUEUED",
    attempts: 0,
    lastError: "",
    lastErrorCode: "",
    verification: "",
    doubt: "",
    sentAt: null,
    confirmedAt: null,
    isAnswered: false,
    isReprint: false,
    title: "",
    copies: 1,
    copiesDone: 0,
    reason: "",
    copyNumber: 0,
    stages: {
      queuedAt: "2026-11-21T11:00:00.000Z",
      preparedAt: null,
      sendingAt: null,
      connectedAt: null,
      sentAt: null,
      confirmedAt: null,
    },
    ...part,
  };
}
