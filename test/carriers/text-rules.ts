/**
 * What the systems of Turkish carriers take, by their provider code: for the adapter that speaks to
 * one of them. Lengths are those of the carriers' own manuals; a field without one here has no
 * limit that a manual states. None states its letters: those of Turkish stay, since the systems are
 * Turkish, and other scripts are transliterated.
 */
import type { TextRules } from "../../core/shipping/carriers/carrier-text.ts";

const RULES: Readonly<Record<string, TextRules>> = {
  // The address without city and district. The manual's field has 500, its check refuses more than
  // 200. At least 5 in name and address, 4 letters in the name: not ours to invent.
  YURTICI: {
    letters: "turkish",
    lengths: { name: 200, address: 200, cityName: 40, districtName: 40, orderNumber: 20 },
  },
  // `orderNumber` as IntegrationCode, 32. Its test script also wants digits only, at least 6: not
  // confirmed.
  ARAS: {
    letters: "turkish",
    lengths: { name: 100, address: 250, cityName: 40, districtName: 16, orderNumber: 32 },
  },
  // Order references in capitals, 30 characters (40 in one of its documents). Whether names must be
  // in capitals is not stated.
  MNG: { letters: "turkish", lengths: { orderNumber: 30 } },
  // At least 5 characters in both. In the same row: our reference, 100.
  PTT: { letters: "turkish", lengths: { name: 100, address: 255, reference1: 100 } },
  // Our own number is the barcode there, 9 to 16 characters; no limits of names are published.
  HEPSIJET: { letters: "turkish", lengths: {} },
  // No limits are published for these.
  SURAT: { letters: "turkish", lengths: {} },
  SENDEO: { letters: "turkish", lengths: {} },
  KOLAYGELSIN: { letters: "turkish", lengths: {} },
  // A system for all countries: ASCII until more is known.
  UPS: { letters: "ascii", lengths: {} },
};

/** The provider codes that have rules. */
export const RULED_PROVIDERS: readonly string[] = Object.keys(RULES);

/** @returns Undefined for a carrier of which nothing is known: it gets texts as they are. */
export function findTextRules(providerCode: string): TextRules | undefined {
  return RULES[providerCode];
}
