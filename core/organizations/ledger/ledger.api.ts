/** /organizations/{organizationID}/balance: the balance, its top-ups and its entries. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { pagingQuery } from "../../http/paging.schema.ts";
import { balanceSchema, ledgerEntrySchema, topUpInputSchema } from "./ledger.schema.ts";

const tag = "Organizations";
const params = z.object({ organizationID: z.string() });

export const getBalance = endpoint({
  id: "getBalance",
  method: "GET",
  path: "/organizations/:organizationID/balance",
  tag,
  summary: "Balance and debt.",
  access: "member",
  shape: "raw",
  params,
  errors: ["E1053"],
  answer: balanceSchema,
});

export const createTopUp = endpoint({
  id: "createTopUp",
  method: "POST",
  path: "/organizations/:organizationID/balance/topups",
  tag,
  summary:
    "Top up the balance. A repeated reference with the same amount returns the first top-up.",
  access: "admin",
  audited: { kind: "money", act: "made" },
  shape: "one",
  status: 201,
  params,
  errors: ["E1053", "E1074", "E2051"],
  body: topUpInputSchema,
  answer: ledgerEntrySchema,
});

export const listLedgerEntries = endpoint({
  id: "listLedgerEntries",
  method: "GET",
  path: "/organizations/:organizationID/balance/entries",
  tag,
  summary: "The ledger: top-ups, purchases and refunds, newest first.",
  access: "member",
  shape: "page",
  params,
  query: z.object(pagingQuery),
  errors: ["E1053", "E2052"],
  answer: ledgerEntrySchema,
});
