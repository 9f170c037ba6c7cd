/** A label model of a Turkish parcel, and the fonts, for the label tests. */
import { loadLabelFonts } from "../../../core/labels/label-fonts.ts";
import type { LabelModel } from "../../../core/labels/labels.schema.ts";

export const RESOURCES = new URL("../../../resources", import.meta.url).pathname;
export const FONTS = loadLabelFonts(RESOURCES);

export function aLabel(change: Partial<LabelModel> = {}): LabelModel {
  return {
    version: 1,
    widthMm: 100,
    heightMm: 150,
    carrierName: "Sürat Örnek Kargo",
    serviceName: "Standart",
    barcode: "PB0012345678901",
    sender: {
      name: "Işık Kırtasiye Ltd. Şti.",
      lines: ["Perpa Ticaret Merkezi B Blok No: 1204"],
      district: "Şişli",
      city: "İstanbul",
      zip: "34384",
      countryCode: "TR",
      phone: "+90 212 555 01 02",
    },
    recipient: {
      name: "Çağla Şimşekoğlu",
      lines: ["Caferağa Mah. Moda Cad. Gül Apt. No: 112/A", "Kat: 3 Daire: 7"],
      district: "Kadıköy",
      city: "İstanbul",
      zip: "34710",
      countryCode: "TR",
      phone: "+90 532 555 44 33",
    },
    shipmentNumber: 1042,
    orderNumber: "TY-884213997",
    reference: "",
    desi: "3",
    weightKg: "2.5",
    contents: ["2× Tişört M", "1× Çizgili defter"],
    cashOnDelivery: null,
    test: false,
    isReturn: false,
    createdAt: "2026-11-21T09:00:00.000Z",
    ...change,
  };
}
