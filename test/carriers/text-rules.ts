/**
 * Text rules of the systems of Turkish carriers, by provider code, for an adapter that speaks to
 * one of them. Lengths are from the carriers' own manuals; a field without a length has no limit in
 * the manuals. No manual states which letters are allowed. Turkish letters stay, because the
 * systems are Turkish; other scripts are transliterated.
 */
import type { TextRules } from "../../core/shipping/carriers/carrier-text.ts";

const RULES: Readonly<Record<string, TextRules>> = {
  // `address` is the address without city and district. The manual's field has 500 characters, but
  // its check refuses more than 200. The system also wants at least 5 characters in name and
  // address, and 4 letters in the name; we cannot invent missing ones.
  YURTICI: {
    letters: "turkish",
    lengths: { name: 200, address: 200, cityName: 40, districtName: 40, orderNumber: 20 },
  },
  // `orderNumber` is sent as IntegrationCode, 32 characters. The carrier's test script also wants
  // digits only, at least 6, which the carrier has not confirmed.
  ARAS: {
    letters: "turkish",
    lengths: { name: 100, address: 250, cityName: 40, districtName: 16, orderNumber: 32 },
  },
  // Order references are in capitals and have 30 characters (40 in one of the carrier's documents).
  // Whether names must be in capitals is not stated.
  DHL: { letters: "turkish", lengths: { orderNumber: 30 } },
  // The system wants at least 5 characters in name and address. The manual allows our reference
  // 100 characters.
  PTT: { letters: "turkish", lengths: { name: 100, address: 255, reference1: 100 } },
  // The carrier uses our own number as the barcode, with 9 to 16 characters. No limits for names
  // are published.
  HEPSIJET: { letters: "turkish", lengths: {} },
  // No limits are published for these carriers.
  SURAT: { letters: "turkish", lengths: {} },
  SENDEO: { letters: "turkish", lengths: {} },
  KOLAYGELSIN: { letters: "turkish", lengths: {} },
  // The system serves all countries, so ASCII is used until more is known.
  UPS: { letters: "ascii", lengths: {} },
};

/** Provider codes that have rules. */
export const RULED_PROVIDERS: readonly string[] = Object.keys(RULES);

/**
 * Returns the rules of a carrier. Without rules (undefined) all texts for the carrier stay
 * unchanged.
 */
export function findTextRules(providerCode: string): TextRules | undefined {
  return RULES[providerCode];
}
