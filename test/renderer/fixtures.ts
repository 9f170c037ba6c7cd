/** Orders, offers and jobs as the core answers them, with the parts a test is about. */
import type { Parcel } from "../../renderer/features/pack/pack-step.ts";
import type { Offer, PrintJob, Shipment, Transaction } from "../../renderer/lib/shapes.ts";

export function offer(id: string, totalAmount: string): Offer {
  return {
    id,
    totalAmount,
    currency: "TL",
    providerCode: "ARAS",
    providerServiceCode: "ARAS_STANDART",
    averageEstimatedTime: 172_800_000_000_000,
    isProviderAccountOffer: false,
  };
}

export const DEAR = offer("dear", "139.90");
export const CHEAP = offer("cheap", "118.40");

export function shipment(part: Partial<Shipment> = {}): Shipment {
  return {
    id: "shipment-1",
    organizationShipmentID: 311,
    statusCode: "GOT_OFFERS",
    test: true,
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
    productPaymentOnDelivery: false,
    recipientAddress: null,
    order: { orderNumber: "10482", totalAmount: "349.90", totalAmountCurrency: "TL" },
    items: [],
    offers: { list: [DEAR, CHEAP], cheapest: CHEAP, fastest: DEAR, percentageCompleted: 100 },
    ...part,
  };
}

export function parcel(part: Partial<Parcel> = {}): Parcel {
  return { code: "10482", shipment: shipment(), missing: [], serviceNames: { ARAS_STANDART: "Aras Standart" }, printJobs: [], ...part };
}

export function transaction(offerID: string): Transaction {
  const bought = shipment({ statusCode: "TRACKING_CODE_CREATED", barcode: "7200010482", totalAmount: "118.40", providerServiceCode: "ARAS_STANDART" });
  return { id: "transaction-1", offerID, totalAmount: "118.40", currency: "TL", oldBalance: "200.00", newBalance: "81.60", shipment: bought };
}

export function printJob(part: Partial<PrintJob> = {}): PrintJob {
  return {
    id: "job-1",
    createdAt: "2026-11-21T11:00:00.000Z",
    updatedAt: "2026-11-21T11:00:00.000Z",
    shipmentID: "shipment-1",
    barcode: "7200010482",
    printerID: "printer-1",
    printerName: "Zebra",
    status: "QUEUED",
    attempts: 0,
    lastError: "",
    sentAt: null,
    confirmedAt: null,
    isReprint: false,
    ...part,
  };
}
