/** /station/marketplaces: accounts that sell at their own prices, and their balances. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { marketplacePatchSchema, marketplaceSchema } from "./marketplaces.schema.ts";

const tag = "Provider accounts";
const params = z.object({ accountID: z.string() });

export const listMarketplaces = endpoint({
  id: "listMarketplaces",
  method: "GET",
  path: "/station/marketplaces",
  tag,
  summary: "List the marketplaces with their last known balances.",
  access: "member",
  shape: "whole",
  answer: marketplaceSchema,
});

export const changeMarketplace = endpoint({
  id: "changeMarketplace",
  method: "PATCH",
  path: "/station/marketplaces/:accountID",
  tag,
  summary:
    "Choose when a marketplace is asked for prices. Each question sends the recipient's name, address and phone there.",
  access: "admin",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  params,
  errors: ["E2017"],
  body: marketplacePatchSchema,
  answer: marketplaceSchema,
});

export const readMarketplaceBalance = endpoint({
  id: "readMarketplaceBalance",
  method: "POST",
  path: "/station/marketplaces/:accountID/balance",
  tag,
  summary: "Ask a marketplace for the balance there.",
  access: "member",
  shape: "one",
  params,
  errors: ["E2017"],
  answer: marketplaceSchema,
});
