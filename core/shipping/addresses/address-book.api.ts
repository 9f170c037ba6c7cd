/** /station/addresses: the window's address book, in addition to /addresses. */
import { z } from "zod";
import { queryBoolean } from "../../base/wire.ts";
import { endpoint } from "../../http/endpoint.ts";
import { MOST_SORTED, sortedListSchema } from "../../http/sorted.schema.ts";
import {
  bookAddressSchema,
  bookQuerySchema,
  duplicatesSchema,
  mergedSchema,
  mergeInputSchema,
  restoreInputSchema,
  sortedBookQuerySchema,
} from "./address-book.schema.ts";
import { repairedSchema, repairInputSchema } from "./repair/repair.schema.ts";

const tag = "Station";

export const listAddressBook = endpoint({
  id: "listAddressBook",
  method: "GET",
  path: "/station/addresses",
  tag,
  summary:
    "Saved senders or recipients, last used first; found by words in any spelling, parts of names, and a telephone in any form. Or those with given sequence numbers, in their order.",
  access: "member",
  shape: "one",
  query: bookQuerySchema,
  answer: z.object({
    list: z.array(bookAddressSchema),
    total: z.number().int(),
    isMore: z.boolean(),
  }),
  errors: ["E2052"],
});

export const sortAddressBook = endpoint({
  id: "sortAddressBook",
  method: "GET",
  path: "/station/addresses/sorted",
  tag,
  summary: `Sequence numbers of the saved senders or recipients that a search finds, sorted by a column; none when there are more than ${MOST_SORTED}.`,
  access: "member",
  shape: "one",
  query: sortedBookQuerySchema,
  answer: sortedListSchema,
  errors: ["E2052"],
});

export const listDuplicates = endpoint({
  id: "listDuplicates",
  method: "GET",
  path: "/station/addresses/duplicates",
  tag,
  summary: "Groups of probable duplicates in the address book, with the reason.",
  access: "member",
  shape: "one",
  query: z.object({ isRecipient: queryBoolean.transform((value) => value !== false) }),
  answer: duplicatesSchema,
  errors: ["E2052"],
});

export const mergeAddresses = endpoint({
  id: "mergeAddresses",
  method: "POST",
  path: "/station/addresses/:addressID/merge",
  tag,
  summary: "Merge other addresses of the book into this address.",
  access: "member",
  shape: "one",
  params: z.object({ addressID: z.string() }),
  body: mergeInputSchema,
  answer: mergedSchema,
  errors: ["E2010", "E2067"],
});

export const restoreAddresses = endpoint({
  id: "restoreAddresses",
  method: "POST",
  path: "/station/addresses/restore",
  tag,
  summary: "Undo a merge or a deletion of addresses.",
  access: "member",
  shape: "one",
  body: restoreInputSchema,
  answer: z.object({ restored: z.number().int() }),
  errors: ["E2010"],
});

export const repairAddress = endpoint({
  id: "repairAddress",
  method: "POST",
  path: "/station/addresses/repair",
  tag,
  summary: "Read the fields of a pasted address, offline, with a list of guesses.",
  access: "member",
  shape: "one",
  body: repairInputSchema,
  answer: repairedSchema,
});
