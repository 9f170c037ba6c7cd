/** /station/marketplaces/…/hook: calls of marketplaces when a parcel moves. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { marketplaceHookKeySchema, marketplaceHookSchema } from "./hooks.schema.ts";

const tag = "Provider accounts";
const params = z.object({ accountID: z.string() });

export const getMarketplaceHook = endpoint({
  id: "getMarketplaceHook",
  method: "GET",
  path: "/station/marketplaces/:accountID/hook",
  tag,
  summary:
    "Read the path and the key of a marketplace's calls, to be entered there where no program may enter them.",
  access: "admin",
  shape: "one",
  params,
  errors: ["E2017"],
  answer: marketplaceHookKeySchema,
});

export const setMarketplaceHook = endpoint({
  id: "setMarketplaceHook",
  method: "PUT",
  path: "/station/marketplaces/:accountID/hook",
  tag,
  summary:
    "Have a marketplace call this station when a parcel moves, at a public address that leads to its TLS port; an empty address ends the calls.",
  access: "admin",
  audited: { kind: "settings", act: "changed" },
  shape: "one",
  params,
  errors: ["E2017", "E2191"],
  body: marketplaceHookSchema,
  answer: marketplaceHookSchema,
});

export const callMarketplaceHook = endpoint({
  id: "callMarketplaceHook",
  method: "POST",
  path: "/station/marketplaces/:accountID/hook/:signature",
  tag,
  summary:
    "Called by a marketplace when a parcel moves. The station believes nothing of the call; it reads the parcel there.",
  access: "open",
  shape: "one",
  params: z.object({ accountID: z.string(), signature: z.string() }),
  body: z.unknown(),
  errors: ["E2017"],
  answer: z.object({}),
});
