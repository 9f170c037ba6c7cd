/** /transactions: buys labels; and open purchases of lost stations. */
import { z } from "zod";
import { shipmentSchema } from "../../shipping/shipments/shipments.schema.ts";
import { endpoint } from "../../http/endpoint.ts";
import { purchaseAnswerSchema, purchaseInputSchema } from "./transactions.schema.ts";

export const createTransaction = endpoint({
  id: "createTransaction",
  method: "POST",
  path: "/transactions",
  tag: "Transactions",
  summary: "Buy a label: accept an offer, or name a service and the shipment.",
  access: "member",
  atDesk: "lead",
  audited: { kind: "purchase", act: "made" },
  shape: "raw",
  status: 201,
  errors: [
    "E1051",
    "E1055",
    "E1057",
    "E1064",
    "E2185",
    "E1065",
    "E1066",
    "E1067",
    "E1068",
    "E1071",
    "E2172",
    "E1072",
    "E1073",
    "E1074",
    "E1086",
    "E1111",
    "E1115",
    "E1133",
    "E2008",
    "E2033",
    "E2055",
    "E2131",
    "E2132",
    "E2133",
  ],
  body: purchaseInputSchema,
  answer: purchaseAnswerSchema,
});

export const takeOverPurchase = endpoint({
  id: "takeOverPurchase",
  method: "POST",
  path: "/station/shipments/:shipmentID/purchase/here",
  tag: "Transactions",
  summary: "Let this station ask about the open purchase of a lost station, with the same key.",
  access: "station",
  audited: { kind: "purchase", act: "changed" },
  shape: "one",
  params: z.object({ shipmentID: z.string() }),
  errors: ["E1051", "E1073"],
  answer: shipmentSchema,
});
