/** Wire shapes of announcements: whether a carrier knows a label. */
import { z } from "zod";
import { laxText } from "../../base/wire.ts";

/**
 * `WAITING`: not announced yet. `UNCERTAIN`: announced, and the carrier gave no answer.
 * `WITHDRAWN`: the label was cancelled and never announced. `CANCELED`: the carrier confirmed the
 * cancellation.
 */
const ANNOUNCEMENT_STATES = [
  "WAITING",
  "ANNOUNCED",
  "REFUSED",
  "UNCERTAIN",
  "WITHDRAWN",
  "CANCELED",
] as const;
export const announcementStateSchema = z.enum(ANNOUNCEMENT_STATES);
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];

/** Fields that a person may correct for the carrier, after the label was bought. */
const CORRECTABLE = [
  "recipient.name",
  "recipient.phone",
  "recipient.email",
  "recipient.address1",
  "recipient.address2",
  "recipient.cityName",
  "recipient.districtName",
  "waybillNumber",
] as const;

/** Only the second line of an address may be empty. */
export const correctionsSchema = z
  .partialRecord(z.enum(CORRECTABLE), z.string().trim().max(500))
  .refine(
    (fields) =>
      Object.entries(fields).every(([name, text]) => text !== "" || name === "recipient.address2"),
    { message: "a corrected field must not be empty" },
  );
export type Corrections = z.infer<typeof correctionsSchema>;

export const announcementSchema = z
  .object({
    /** Id of the label's transaction. */
    id: z.uuid(),
    shipmentID: z.uuid(),
    shipmentNumber: z.number().int(),
    orderNumber: z.string(),
    recipientName: z.string(),
    barcode: z.string(),
    accountID: z.string(),
    accountName: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    state: announcementStateSchema,
    /** The carrier's code of a refusal; "" without one. */
    code: z.string(),
    /** Field to correct, like "recipient.phone"; "" when the carrier names none. */
    field: z.string(),
    /** The carrier's words, or why there is no answer yet; "" without words. */
    words: z.string(),
    /** Fields that a person has corrected for the carrier. */
    corrections: correctionsSchema,
    /** File that has the parcel; null: none. */
    fileID: z.string().nullable(),
    announcedAt: z.string().nullable(),
    /** Time of the next attempt; null when none is planned. */
    nextAttemptAt: z.string().nullable(),
    /** Station that announces the label. */
    stationID: z.string(),
    isHere: z.boolean(),
  })
  .meta({ id: "Announcement" });
export type Announcement = z.infer<typeof announcementSchema>;

/** Announcement of one label, as the screens of its order show it. */
export const labelAnnouncementSchema = announcementSchema
  .pick({
    accountName: true,
    state: true,
    code: true,
    field: true,
    words: true,
    announcedAt: true,
    updatedAt: true,
    nextAttemptAt: true,
  })
  .meta({ id: "LabelAnnouncement" });
export type LabelAnnouncement = z.infer<typeof labelAnnouncementSchema>;

/** Open announcements of one account, for the lead. */
export const announcingAccountSchema = z
  .object({
    accountID: z.string(),
    accountName: z.string(),
    providerCode: z.string(),
    announces: z.string(),
    /** Turkish time of day by which the carrier wants the parcels; "" without one. */
    cutOff: z.string(),
    /** Whether the parcels are announced by a file. */
    isByFile: z.boolean(),
    /** Labels that wait, those in files included. */
    waiting: z.number().int(),
    /** Waiting labels in files about which no person has decided. */
    inFiles: z.number().int(),
    refused: z.number().int(),
    uncertain: z.number().int(),
    /** Parcels wait, and at most an hour is left until the cut-off. */
    isUrgent: z.boolean(),
  })
  .meta({ id: "AnnouncingAccount" });
export type AnnouncingAccount = z.infer<typeof announcingAccountSchema>;

export const announceSchema = z
  .object({
    /** Announces all waiting labels of this account. */
    accountID: laxText(40),
  })
  .meta({ id: "AnnounceNow" });

export const announceAgainSchema = z
  .object({ corrections: correctionsSchema.default({}) })
  .meta({ id: "AnnounceAgain" });
export type AnnounceAgain = z.output<typeof announceAgainSchema>;

/** A person's word about a label, after asking the carrier or looking into its panel. */
export const announcementWordSchema = z
  .object({ outcome: z.enum(["announced", "notAnnounced", "cancelled"]) })
  .meta({ id: "AnnouncementWord" });
export type AnnouncementWord = z.output<typeof announcementWordSchema>;
