/** Wire shapes of the window's address book, in addition to those of /addresses. */
import { z } from "zod";
import { laxText, queryBoolean } from "../../base/wire.ts";
import { seqsSchema } from "../../http/sorted.schema.ts";
import { addressSchema } from "./addresses.schema.ts";

export const bookAddressSchema = addressSchema
  .extend({
    /** Number of shipments on this station that use the address. */
    shipments: z.number().int(),
    /** Time of the address's last use or last change, whichever is later. */
    lastAt: z.string(),
    /** Member who saved the address. */
    createdBy: z.string(),
  })
  .meta({ id: "BookAddress" });
export type BookAddress = z.infer<typeof bookAddressSchema>;

export const bookQuerySchema = z.object({
  isRecipient: queryBoolean.transform((value) => value !== false),
  search: laxText(200),
  sort: z.enum(["recent", "used"]).catch("recent").default("recent"),
  limit: z.coerce.number().int().min(1).max(200).catch(50).default(50),
  offset: z.coerce.number().int().min(0).catch(0).default(0),
  seqs: seqsSchema,
});
export type BookQuery = z.output<typeof bookQuerySchema>;

/** Columns by which the address book can be sorted. */
export const BOOK_COLUMNS = ["name", "place", "phone", "uses"] as const;
export type BookColumn = (typeof BOOK_COLUMNS)[number];

export const sortedBookQuerySchema = bookQuerySchema
  .pick({ isRecipient: true, search: true })
  .extend({ sortBy: z.enum(BOOK_COLUMNS), isAscending: queryBoolean });
export type SortedBookQuery = z.output<typeof sortedBookQuerySchema>;
/** Order of a whole list; `sortBy` absent: the last saved address first. */
export type BookOrder = Pick<SortedBookQuery, "isRecipient" | "isAscending"> & {
  readonly sortBy?: BookColumn | undefined;
};

const duplicateGroupSchema = z
  .object({
    /**
     * SAME_PERSON: same name and telephone. SAME_PHONE: same telephone, and at least half of the
     * words in common.
     */
    why: z.enum(["SAME_PERSON", "SAME_PHONE"]),
    /** Most used address first. */
    addresses: z.array(bookAddressSchema),
  })
  .meta({ id: "DuplicateAddresses" });
export type DuplicateGroup = z.infer<typeof duplicateGroupSchema>;
export const duplicatesSchema = z.object({ groups: z.array(duplicateGroupSchema) });

/** Highest number of addresses in one request to merge, or to undo a merge. */
const MOST_MERGED = 20;

/** Fields that are taken from a merged address when they are empty in the kept address. */
export const MERGED_FIELDS = ["email", "address2", "streetName", "zip"] as const;

/** Data that undoes a merge or a deletion. */
export const restoreInputSchema = z
  .object({
    addressIDs: z.array(z.uuid()).max(MOST_MERGED),
    /**
     * Fields of the kept address that a merged address filled in, with their previous values, which
     * were empty.
     */
    kept: z
      .object({ id: z.uuid(), fields: z.partialRecord(z.enum(MERGED_FIELDS), z.literal("")) })
      .nullable(),
    /** Default addresses that moved to the kept address, with their previous values. */
    defaults: z.object({
      sender: z.uuid().optional(),
      return: z.uuid().optional(),
      invoice: z.uuid().optional(),
    }),
  })
  .meta({ id: "AddressUndo" });
export type RestoreInput = z.output<typeof restoreInputSchema>;

/** Result of a merge: the kept address, and the changes, from which the merge can be undone. */
export const mergedSchema = z
  .object({ address: addressSchema, undo: restoreInputSchema })
  .meta({ id: "MergedAddresses" });
export type Merged = z.infer<typeof mergedSchema>;

export const mergeInputSchema = z
  .strictObject({ addressIDs: z.array(z.uuid()).min(1).max(MOST_MERGED) })
  .meta({ id: "AddressMerge" });
