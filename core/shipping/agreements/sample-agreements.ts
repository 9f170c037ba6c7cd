/** Sample agreements with made-up prices, for the demo and for trying out a station. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { daySchema, instantsOfDays } from "../../base/turkish-day.ts";
import { instant } from "../../base/units.ts";
import { inTransaction } from "../../db/change.ts";
import type { ShippingDeps } from "../deps.ts";
import { listAgreements } from "./agreements.service.ts";
import { updateAgreement } from "./agreements.store.ts";
import { checkDigitSchema } from "../carriers/barcode.schema.ts";
import { createAgreement, createVersion } from "./make-agreement.ts";
import { tariffSchema } from "./tariff.schema.ts";
import { listVersions, withdrawVersion } from "./versions.store.ts";

const sampleSchema = z.object({
  providerCode: z.string(),
  name: z.string(),
  isSample: z.literal(true),
  barcode: z.object({
    prefix: z.string(),
    first: z.number().int(),
    last: z.number().int(),
    checkDigit: checkDigitSchema,
  }),
  trackingUrl: z.string(),
  validFrom: daySchema,
  tariff: tariffSchema,
});
export type SampleAgreement = z.infer<typeof sampleSchema>;

/** Reads the sample agreements. @param resourcesDir Contains samples/agreements.json. */
export function readSampleAgreements(resourcesDir: string): SampleAgreement[] {
  const file = join(resourcesDir, "samples", "agreements.json");
  return z.array(sampleSchema).parse(JSON.parse(readFileSync(file, "utf8")));
}

/**
 * Adds the sample agreements.
 *
 * @returns Number of added agreements; 0 when the organization has agreements already.
 */
export function addSampleAgreements(
  deps: Pick<ShippingDeps, "db" | "now" | "newId">,
  organizationID: string,
  resourcesDir: string,
): number {
  return inTransaction(deps, () => {
    if (listAgreements(deps.db, organizationID).length > 0) return 0;
    const samples = readSampleAgreements(resourcesDir);
    for (const { barcode, tariff, validFrom, ...sample } of samples) {
      const agreement = createAgreement(deps, organizationID, {
        ...sample,
        checkDigit: barcode.checkDigit,
        ranges: [{ ...barcode, width: String(barcode.last).length }],
      });
      const from = instant(instantsOfDays(validFrom, 1).from);
      createVersion(deps, agreement, tariff, { from, to: null });
    }
    return samples.length;
  });
}

/**
 * Ends the sample agreements, so that they no longer quote. Labels bought from them can still be
 * cancelled.
 */
export function endSampleAgreements(
  deps: Pick<ShippingDeps, "db" | "now" | "newId">,
  organizationID: string,
): void {
  const now = deps.now();
  inTransaction(deps, () => {
    for (const { id, isSample } of listAgreements(deps.db, organizationID)) {
      if (isSample === 0) continue;
      updateAgreement(deps.db, id, { isActive: 0, updatedAt: now });
      // A station with an earlier version knows only the cards.
      for (const version of listVersions(deps.db, id)) withdrawVersion(deps.db, version.id, now);
    }
  });
}
