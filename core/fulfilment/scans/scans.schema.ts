/** Wire shapes of scans that a person or a program enters. */
import { z } from "zod";
import { laxText } from "../../base/wire.ts";
import { subCodeSchema } from "../../shipping/tracking/tracking.schema.ts";

export const LONGEST_DETAILS = 500;
export const LONGEST_PLACE = 200;
export const LONGEST_NUMBER = 100;
/** The most scans of one call. */
const MOST_SCANS = 100;

const trackingURLSchema = laxText(500).refine(
  (text) => text === "" || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
  { message: "must begin with http:// or https://, or be empty" },
);

const instantText = z.iso
  .datetime({ offset: true })
  .refine((text) => !Number.isNaN(Date.parse(text)), { message: "must be a time" });

const scanFields = {
  subCode: subCodeSchema,
  /** Time of the scan; absent: now. */
  statusDate: instantText.optional(),
  details: laxText(LONGEST_DETAILS),
  locationName: laxText(LONGEST_PLACE),
  /** The carrier's tracking number if the carrier gave it only now; "" changes nothing. */
  trackingNumber: laxText(LONGEST_NUMBER),
  /** The carrier's page for the parcel; "" changes nothing. */
  trackingURL: trackingURLSchema,
};

/** One scan, or a list of scans in `scans`. */
export const scansInputSchema = z
  .strictObject({
    ...scanFields,
    subCode: subCodeSchema.optional(),
    scans: z.array(z.strictObject(scanFields)).min(1).max(MOST_SCANS).optional(),
  })
  .refine(({ subCode, scans }) => (subCode === undefined) !== (scans === undefined), {
    message: "must have either subCode or scans",
  })
  .meta({ id: "EnteredScans" });
export type ScansInput = z.output<typeof scansInputSchema>;
