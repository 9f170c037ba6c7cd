/**
 * While the thread is idle, draws and checks a label that is never printed. V8 discards the code of
 * functions that have not run for some minutes, and the system reclaims their memory. Without the
 * warm-up, the first label after ten minutes needs three times the time of the next label.
 */
import { LABEL_MEDIA } from "../db/documents/media.schema.ts";
import { checkLabel } from "./check/check-label.ts";
import { drawLabel, type DrawingContext } from "./draw/draw-label.ts";
import type { LabelModel, LabelParty } from "./labels.schema.ts";

/**
 * Period between two runs, ms: short enough that no code is discarded and a label after a minute's
 * pause is fast. Each run takes about 10 ms of processor time.
 */
const PERIOD_MS = 30_000;

const PARTY: LabelParty = {
  name: "Çağla Şimşekoğlu",
  lines: ["Örnek Mah. Deneme Cad. No: 1", "Kat: 2"],
  street: "",
  district: "Kadıköy",
  city: "İstanbul",
  zip: "34710",
  countryCode: "TR",
  phone: "+90 500 000 00 00",
};

const MODEL: Omit<LabelModel, "layout"> = {
  version: 2,
  language: "tr",
  carrierName: "Packbench",
  serviceName: "Standart",
  barcode: "PB0000000000000",
  routingCode: "",
  sender: PARTY,
  recipient: PARTY,
  arePhonesMasked: false,
  shipmentNumber: 1,
  orderNumber: "TY-000000000",
  reference: "",
  invoiceNumber: "",
  desi: "1",
  weightKg: "1.0",
  payer: "sender",
  pieces: { no: 1, of: 1 },
  promisedOn: "2026-01-02",
  appointmentOn: "",
  note: "",
  contents: ["1× Defter"],
  logo: null,
  cashOnDelivery: null,
  copyNumber: 0,
  mark: "TEST",
  isReturn: false,
  createdAt: "2026-01-01T00:00:00.000Z",
};

/**
 * Keeps the thread warm. Its timer does not keep the thread alive.
 *
 * @returns A function to call whenever a label is drawn; the current period then needs no warm-up.
 */
export function keepWarm(context: DrawingContext): () => void {
  let isUsed = true;
  setInterval(() => {
    // An error here will also occur for the next label, which can report it.
    if (!isUsed) void drawWarmUpLabel(context).catch(() => undefined);
    isUsed = false;
  }, PERIOD_MS).unref();
  return () => {
    isUsed = true;
  };
}

/**
 * Draws and checks a label with the first layout.
 * @returns Whether the label passed the check.
 */
export async function drawWarmUpLabel(context: DrawingContext): Promise<boolean> {
  const [layout] = context.layouts.values();
  if (layout === undefined) return false;
  const { bytes } = await drawLabel(
    {
      model: { ...MODEL, layout: { name: layout.name, version: layout.version } },
      format: "zpl",
      media: LABEL_MEDIA,
      dpi: 203,
    },
    context,
  );
  return (
    (await checkLabel(bytes, { dpi: 203, ...LABEL_MEDIA }, [MODEL.barcode])).outcome === "verified"
  );
}
