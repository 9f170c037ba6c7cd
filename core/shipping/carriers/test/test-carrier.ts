/**
 * Our test service: free, always available, without account or network. Only shipments with `test:
 * true` are quoted and bought here, and nowhere else.
 */
import { minor } from "../../../base/money.ts";
import type { Db } from "../../../db/database.ts";
import { takeNumber } from "../../../db/number-range.ts";
import type { LocalCarrier, Quote } from "../carrier.ts";
import { done } from "../outcome.ts";
import { OWN_PROVIDER, TEST_SERVICE } from "../own-service.ts";

const RANGE = "barcode:test";
const FIRST_BARCODE = 1_000_000_001; // ten digits, as published clients expect

const QUOTE: Quote = {
  providerCode: OWN_PROVIDER,
  providerServiceCode: TEST_SERVICE,
  serviceName: "Packbench Standart",
  providerAccountID: null,
  providerAccountName: null,
  amount: minor(0),
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
 * @param db Holds the next barcode; buying takes one, so it needs an open transaction.
 */
export function createTestCarrier(db: Db): LocalCarrier {
  return {
    id: "test",
    kind: "test",
    name: "Packbench Test",
    place: "local",
    barcodeShape: "0".repeat(String(FIRST_BARCODE).length),
    numbers: { range: RANGE, first: FIRST_BARCODE, end: undefined },
    can: new Set(["quote", "buy", "cancel"]),
    quote: () => done({ quotes: [QUOTE], ineligible: [] }),
    buy() {
      const barcode = String(takeNumber(db, RANGE, FIRST_BARCODE));
      return done({
        barcode,
        trackingNumber: barcode,
        trackingUrl: "",
        carrierName: "Packbench Test",
      });
    },
  };
}
