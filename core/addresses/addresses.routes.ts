/** /addresses */
import { z } from "zod";
import { queryBoolean } from "../base/wire.ts";
import { pageOf, pagingQuery } from "../http/paging.ts";
import { route, type Route } from "../http/route.ts";
import { addressPatchSchema, addressSchema, newAddressSchema } from "./addresses.schema.ts";
import { createAddress, deleteAddress, findManyAddresses, getAddress, patchAddress } from "./addresses.service.ts";

const params = z.object({ addressID: z.string() });
const tag = "Addresses";
const queryFlag = queryBoolean.transform((value) => value === true);

export const addressRoutes: readonly Route[] = [
  route({
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
    run: ({ deps, actor }, { query }) => {
      const { limit, page, offset } = pageOf(query);
      return { ...findManyAddresses(deps, actor, { ...query, limit, offset }), limit, page, sort: "created_at desc" };
    },
  }),
  route({
    method: "POST",
    path: "/addresses",
    tag,
    summary: "Create a sender or a recipient address.",
    access: "member",
    shape: "one",
    status: 201,
    body: newAddressSchema,
    answer: addressSchema,
    run: ({ deps, actor }, { body }) => createAddress(deps, actor, body),
  }),
  route({
    method: "GET",
    path: "/addresses/:addressID",
    tag,
    summary: "Get an address.",
    access: "member",
    shape: "one",
    params,
    errors: ["E2010"],
    answer: addressSchema,
    run: ({ deps, actor }, { params: { addressID } }) => getAddress(deps, actor, addressID),
  }),
  route({
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
    run: ({ deps, actor }, { params: { addressID }, body }) => patchAddress(deps, actor, addressID, body),
  }),
  route({
    method: "DELETE",
    path: "/addresses/:addressID",
    tag,
    summary: "Delete an address that is neither the default sender nor the invoice address.",
    access: "member",
    shape: "one",
    params,
    errors: ["E2010", "E2011"],
    answer: addressSchema,
    run: ({ deps, actor }, { params: { addressID } }) => deleteAddress(deps, actor, addressID),
  }),
];
