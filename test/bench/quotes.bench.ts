/**
 * Time of one rate request over twelve services of agreements, without writing its offers. The
 * floor finds the step and adds the taxes of the same twelve prices, and does nothing else.
 */
import { instant } from "../../core/base/units.ts";
import { minor, taxRatesAt, withTaxes } from "../../core/base/money.ts";
import { createAgreement, createVersion } from "../../core/shipping/agreements/make-agreement.ts";
import {
  addSampleAgreements,
  readSampleAgreements,
} from "../../core/shipping/agreements/sample-agreements.ts";
import { priceEnquiry } from "../../core/shipping/carriers/consignment.ts";
import { quoteShipment } from "../../core/shipping/offers/quote-shipment.ts";
import { createOrganizationWithOwner } from "../../core/organizations/organizations.service.ts";
import { plainTariff } from "../helpers/agreements.ts";
import { RESOURCES } from "../helpers/folders.ts";
import { looseStation } from "../helpers/loose-stations.ts";
import { measure } from "./measure.ts";

const QUOTES = 2_000;
const { deps } = looseStation();
const { organizationID } = createOrganizationWithOwner(
  deps,
  {
    name: "O",
    countryCode: "TR",
    taxOffice: "",
    taxNumber: "",
    phone: "",
    email: "",
    test: true,
  },
  { userID: deps.newId(), email: "a@ornek.test", name: "A" },
);
addSampleAgreements(deps, organizationID, RESOURCES);
for (const providerCode of ["BIR", "IKI", "UC"]) {
  const row = createAgreement(deps, organizationID, {
    providerCode,
    name: providerCode,
    ranges: [{ prefix: providerCode, first: 1, last: 999, width: 3 }],
  });
  createVersion(deps, row, plainTariff(), { from: instant("2026-01-01T00:00:00.000Z"), to: null });
}
const place = (cityCode: string) => ({ countryCode: "TR", cityCode, districtID: 0 });
const enquiry = (n: number) =>
  priceEnquiry({
    organizationID,
    from: place("34"),
    to: place("34"),
    parcel: { lengthCm: 30, widthCm: 20, heightCm: 10 + (n % 30), weightKg: 1 + (n % 7) },
    at: deps.now(),
  });
const subject = (n: number) => ({
  shipmentID: "s",
  organizationID,
  test: false,
  consignment: enquiry(n),
});
const { offers } = quoteShipment(deps, subject(0));
if (offers.filter(({ parentOfferID }) => parentOfferID === null).length !== 12)
  throw new Error("not twelve services");

/** Measures one call many times. @returns Median, ms. */
function median(run: (n: number) => void): number {
  const times = Array.from({ length: QUOTES }, (_, n) => {
    const from = performance.now();
    run(n);
    return performance.now() - from;
  });
  return times.toSorted((a, b) => a - b)[QUOTES / 2] ?? Number.NaN;
}

const steps = readSampleAgreements(RESOURCES).flatMap(({ tariff }) =>
  tariff.services.map((service) => service.steps),
);
const rates = taxRatesAt(deps.now());
let sum = 0;
const bare = (n: number): void => {
  for (let i = 0; i < 12; i += 1) {
    const all = steps[i % steps.length] ?? [];
    const price = all.find(({ upToDesi }) => 1 + (n % 20) <= upToDesi)?.prices[0] ?? 0;
    sum += withTaxes(minor(price), rates).total;
  }
};

await measure([
  {
    row: "quotes.twelve-services",
    unit: "ms p50",
    goal: "≤ 0.5 ms",
    ours: () => Promise.resolve(median((n) => void quoteShipment(deps, subject(n)))),
    floor: () => Promise.resolve(median(bare)),
  },
]);
process.stdout.write(sum > 0 ? "" : "no prices\n");
