/** Names of carriers that a file may name; any other name becomes its own code. */
import { fold } from "../../../base/text.ts";

/** `short`: begins the usual name of the carrier's service. */
const CARRIERS = [
  { code: "SURAT", name: "Sürat Kargo", short: "Sürat" },
  { code: "YURTICI", name: "Yurtiçi Kargo", short: "Yurtiçi" },
  { code: "ARAS", name: "Aras Kargo", short: "Aras" },
  { code: "PTT", name: "PTT Kargo", short: "PTT" },
  { code: "HEPSIJET", name: "HepsiJet", short: "HepsiJet" },
  { code: "KOLAYGELSIN", name: "Kolay Gelsin", short: "Kolay Gelsin" },
  { code: "DHL", name: "DHL eCommerce", short: "DHL" },
  { code: "DHL", name: "MNG Kargo", short: "MNG" },
  { code: "SENDEO", name: "Sendeo", short: "Sendeo" },
  { code: "UPS", name: "UPS", short: "UPS" },
  { code: "PAKETTAXI", name: "Paket Taxi", short: "Paket Taxi" },
] as const;

type Carrier = { readonly code: string; readonly name: string; readonly short: string };

/** Finds a carrier by its code or name; undefined when the text has no two letters or digits. */
export function carrierOf(text: string): Carrier | undefined {
  const plain = fold(text);
  const known = CARRIERS.find(({ code, name, short }) =>
    [code, name, short].some((one) => fold(one) === plain),
  );
  if (known !== undefined) return known;
  const code = codeOf(text).replaceAll("_", "").slice(0, 40);
  return code.length < 2 ? undefined : { code, name: text, short: text };
}

/** Makes a code of a name: "Ertesi gün" becomes ERTESI_GUN. */
export function codeOf(name: string): string {
  return fold(name)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")
    .toUpperCase();
}
