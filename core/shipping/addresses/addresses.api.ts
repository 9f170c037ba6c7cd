/** /addresses: creates, lists, reads, changes and deletes addresses. */
import { z } from "zod";
import { queryBoolean } from "../../base/wire.ts";
import { endpoint } from "../../http/endpoint.ts";
import { pagingQuery } from "../../http/paging.schema.ts";
import { addressPatchSchema, addressSchema, newAddressSchema } from "./addresses.schema.ts";

const params = z.object({ addressID: z.string() });
const tag = "Addresses";
const queryFlag = queryBoolean.transform((value) => value === true);

export const listAddresses = endpoint({
  id: "listAddresses",
  method: "GET",
  path: "/addresses",
  tag,
  summary: "List sender addresses, or recipient addresses.",
  access: "member",
  shape: "page",
  query: z.object({
    ...pagingQuery,
    isRecipientAddress: queryFlag,
    isDefaultSenderAddress: queryFlag,
    isInvoiceAddress: queryFlag,
    isTransferredAddress: queryFlag,
  }),
  answer: addressSchema,
});

export const createAddress = endpoint({
  id: "createAddress",
  method: "POST",
  path: "/addresses",
  tag,
  summary: "Create a sender or a recipient address.",
  access: "member",
  shape: "one",
  status: 201,
  body: newAddressSchema,
  answer: addressSchema,
});

export const getAddress = endpoint({
  id: "getAddress",
  method: "GET",
  path: "/addresses/:addressID",
  tag,
  summary: "Get an address.",
  access: "member",
  shape: "one",
  params,
  errors: ["E2010"],
  answer: addressSchema,
});

export const updateAddress = endpoint({
  id: "updateAddress",
  method: "PATCH",
  path: "/addresses/:addressID",
  tag,
  summary: "Edit an address; move the default and invoice marks.",
  access: "member",
  shape: "one",
  params,
  body: addressPatchSchema,
  errors: ["E2010"],
  answer: addressSchema,
});

export const deleteAddress = endpoint({
  id: "deleteAddress",
  method: "DELETE",
  path: "/addresses/:addressID",
  tag,
  summary: "Delete an address that is neither the default sender nor the invoice address.",
  access: "member",
  shape: "one",
  params,
  errors: ["E2010", "E2011"],
  answer: addressSchema,
});
