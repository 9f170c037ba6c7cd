/** Reads the labels that DHL has made. */
import type { Bought } from "../carrier.ts";
import { CARRIER } from "./client.ts";
import { recordOf, recordsOf, textIn, type JsonRecord } from "./read-json.ts";
import { pieceBarcodeOf } from "./reference.ts";

/** Reads the answer to a createbarcode; undefined when it has no label yet. */
export function readLabel(reference: string, value: unknown): Bought | undefined {
  const answer = recordOf(value);
  const [piece = {}] = recordsOf(answer["barcodes"]);
  const shipmentId = textIn(answer, "shipmentId");
  const zpl = textIn(piece, "value");
  // `value` is the whole label, `barcode` the text that is scanned.
  const barcode = textIn(piece, "barcode");
  if (shipmentId === "" || barcode === "" || zpl === "") return undefined;
  return {
    ...boughtOf(reference, barcode, answer),
    trackingNumber: shipmentId,
    label: { type: "application/zpl", bytes: Buffer.from(zpl) },
  };
}

/**
 * Reads the answer to a getshipment; undefined when it has no shipment. DHL gives the ZPL only
 * once. Whether the barcode of its piece is the scanned text or our barcode of the piece is not
 * documented; public programs use it as the scanned text.
 */
export function readShipment(reference: string, value: unknown): Bought | undefined {
  const answer = recordOf(value);
  const inner = recordOf(answer["shipment"]);
  const shipment = Object.keys(inner).length > 0 ? inner : answer;
  const trackingNumber = textIn(shipment, "shipmentId");
  if (trackingNumber === "") return undefined;
  const [piece = {}] = recordsOf(answer["shipmentPieceList"]);
  const barcode = textIn(piece, "barcode") || pieceBarcodeOf(reference);
  return { ...boughtOf(reference, barcode, shipment), trackingNumber };
}

/** Reads the answer to a createReturnOrder. */
export function readReturn(
  reference: string,
  value: unknown,
): { readonly bought: Bought; readonly labelUrl: string } {
  const answer = recordOf(value);
  return {
    bought: {
      ...returnedOrder(reference),
      details: { referenceId: reference, orderInvoiceId: textIn(answer, "orderInvoiceId") },
    },
    labelUrl: httpsIn(answer, "returnOrderLabelURL"),
  };
}

/** A return's order has no barcode but its reference, until a branch takes the parcel. */
export function returnedOrder(reference: string): Bought {
  return {
    barcode: reference,
    trackingNumber: "",
    trackingUrl: "",
    carrierName: CARRIER,
    details: { referenceId: reference },
  };
}

/** Reads an address; "" unless it is one of https. */
export function httpsIn(record: JsonRecord, ...names: readonly string[]): string {
  const text = textIn(record, ...names);
  return text.startsWith("https://") && URL.canParse(text) ? text : "";
}

function boughtOf(reference: string, barcode: string, answer: JsonRecord): Bought {
  return {
    barcode,
    trackingNumber: "",
    trackingUrl: httpsIn(answer, "trackingUrl"),
    carrierName: CARRIER,
    details: {
      referenceId: reference,
      shipmentId: textIn(answer, "shipmentId"),
      invoiceId: textIn(answer, "invoiceId"),
    },
  };
}
