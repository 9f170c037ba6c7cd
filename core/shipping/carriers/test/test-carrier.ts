/**
 * Our test service: free, always available, without account or network. Shipments with `test: true`
 * are quoted and bought only by this carrier. It takes no other shipments.
 */
import { FREE } from "../../../base/money.ts";
import type { Db } from "../../../db/database.ts";
import { takeNumber } from "../../../db/number-range.ts";
import { barcodeShape, type BarcodeRange } from "../barcode-range.ts";
import type { LocalCarrier, Quote } from "../carrier.ts";
import { done } from "../carrier.ts";
import { OWN_PROVIDER, TEST_SERVICE } from "../own-service.ts";

/** Barcodes of the test carrier. The first barcode has ten digits, as published clients expect. */
const NUMBERS: BarcodeRange = {
  range: "barcode:test",
  first: 1_000_000_001,
  end: undefined,
  prefix: "",
  width: 10,
  checkDigit: "none",
};

const QUOTE: Quote = {
  providerCode: OWN_PROVIDER,
  providerServiceCode: TEST_SERVICE,
  serviceName: "Packbench Standart",
  providerAccountID: null,
  providerAccountName: null,
  price: FREE,
  estimatedHours: 48,
  durationTerms: "1-3 iş günü",
  rating: 5,
  expiresAt: null,
  appointments: [],
  details: {},
};

/**
 * Makes the test carrier: one free service, which takes any parcel and never refuses.
 *
 * @param db Holds the next barcode. `buy` takes a barcode from it, and so needs an open
 * transaction.
 */
export function createTestCarrier(db: Db): LocalCarrier {
  return {
    id: "test",
    kind: "test",
    name: "Packbench Test",
    place: "local",
    barcodeShape: barcodeShape(NUMBERS),
    ranges: [NUMBERS],
    can: new Set(["quote", "buy", "cancel"]),
    quote: () => done({ quotes: [QUOTE], ineligible: [] }),
    buy() {
      const barcode = String(takeNumber(db, NUMBERS));
      return done({
        barcode,
        trackingNumber: barcode,
        trackingUrl: "",
        carrierName: "Packbench Test",
      });
    },
  };
}
