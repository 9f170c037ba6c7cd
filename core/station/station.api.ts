/** /station/desk, /station/orders, /station/purchases: endpoints of the packing desk. */
import { z } from "zod";
import { laxID } from "../base/wire.ts";
import { endpoint } from "../http/endpoint.ts";
import {
  deskInputSchema,
  deskPurchaseSchema,
  deskSchema,
  integritySchema,
  MOST_PLANNED,
  openedOrderSchema,
  purchasePlanSchema,
  sampleCarriersSchema,
  waitingOrderSchema,
} from "./station.schema.ts";

const tag = "Station";

export const getDesk = endpoint({
  id: "getDesk",
  method: "GET",
  path: "/station/desk",
  tag,
  summary:
    "Get the state of the desk: balance, waiting orders, label printer, prints with an unknown outcome.",
  access: "member",
  shape: "one",
  answer: deskSchema,
});

export const openOrder = endpoint({
  id: "openOrder",
  method: "POST",
  path: "/station/orders/open",
  tag,
  summary: "Open the order of a scanned order number, shipment number or label barcode.",
  access: "member",
  shape: "one",
  body: z.strictObject({ code: z.string().trim().min(1).max(200) }),
  errors: ["E2024", "E2136", "E2262"],
  answer: openedOrderSchema,
});

export const packOrderAgain = endpoint({
  id: "packOrderAgain",
  method: "POST",
  path: "/station/orders/again",
  tag,
  summary: "Pack a cancelled order again: create a copy with new offers and open it.",
  access: "member",
  shape: "one",
  status: 201,
  body: z.strictObject({ shipmentID: laxID }),
  errors: ["E1051", "E2047", "E2131", "E2261"],
  answer: openedOrderSchema,
});

export const addBox = endpoint({
  id: "addBox",
  method: "POST",
  path: "/station/shipments/:shipmentID/boxes",
  tag,
  summary:
    "Add a box to the order of a shipment: a separate shipment without cash on delivery. While the given shipment has no label and some of its items were scanned, its unscanned items move into the new box.",
  access: "member",
  audited: { kind: "purchase", act: "made" },
  shape: "one",
  status: 201,
  params: z.object({ shipmentID: z.string() }),
  errors: ["E1051", "E2074", "E2131", "E2264"],
  answer: openedOrderSchema,
});

export const removeBox = endpoint({
  id: "removeBox",
  method: "DELETE",
  path: "/station/shipments/:shipmentID/box",
  tag,
  summary:
    "Remove the last box of an order while it has no label: its shipment is cancelled, and its items move to the first waiting box, which is the answer.",
  access: "member",
  audited: { kind: "cancel", act: "made" },
  shape: "one",
  params: z.object({ shipmentID: z.string() }),
  errors: ["E1051", "E2086", "E2087", "E2134"],
  answer: openedOrderSchema,
});

export const createSampleCarriers = endpoint({
  id: "createSampleCarriers",
  method: "POST",
  path: "/station/carriers/sample",
  tag,
  summary: "Add sample prices to an organization without carriers, for trying the station out.",
  access: "station",
  audited: { kind: "settings", act: "made" },
  shape: "one",
  status: 201,
  answer: sampleCarriersSchema,
});

export const listWaitingOrders = endpoint({
  id: "listWaitingOrders",
  method: "GET",
  path: "/station/orders/waiting",
  tag,
  summary: "List orders without a label, oldest first, and separately the orders on hold.",
  access: "member",
  shape: "one",
  query: z.object({ limit: z.coerce.number().int().min(1).max(500).catch(50).default(50) }),
  /** `total` includes orders on hold; `list` does not. */
  answer: z.object({
    total: z.number().int(),
    list: z.array(waitingOrderSchema),
    held: z.array(waitingOrderSchema),
  }),
});

export const checkIntegrity = endpoint({
  id: "checkIntegrity",
  method: "GET",
  path: "/station/integrity",
  tag,
  summary: "Check the database file and the ledger while the station works.",
  access: "station",
  shape: "one",
  answer: integritySchema,
});

export const buyAtDesk = endpoint({
  id: "buyAtDesk",
  method: "POST",
  path: "/station/purchases",
  tag,
  summary: "Buy an offer and print its label at this desk.",
  access: "home",
  audited: { kind: "purchase", act: "made" },
  shape: "one",
  status: 201,
  body: deskInputSchema,
  errors: [
    "E1064",
    "E2185",
    "E1065",
    "E1066",
    "E1071",
    "E2172",
    "E1133",
    "E2008",
    "E2033",
    "E2055",
    "E2063",
    "E2072",
    "E2262",
    "E2263",
    "E2283",
    "E2073",
    "E2131",
    "E2132",
    "E2133",
    "E2134",
    "E2135",
    "E2174",
    "E2254",
  ],
  answer: deskPurchaseSchema,
});

export const planPurchases = endpoint({
  id: "planPurchases",
  method: "POST",
  path: "/station/purchases/plan",
  tag,
  summary:
    "Plan a purchase of several orders: the offer of each that the rules choose, and the orders that are left out. Orders that were not quoted, or one of whose offers is no longer valid, are quoted; nothing is bought.",
  access: "home",
  shape: "one",
  body: z.strictObject({ shipmentIDs: z.array(laxID).min(1).max(MOST_PLANNED) }),
  answer: purchasePlanSchema,
});

export const approvePurchase = endpoint({
  id: "approvePurchase",
  method: "POST",
  path: "/station/purchases/approved",
  tag,
  summary:
    "Buy an offer as an owner or admin at the desk, even above this station's share of the balance while the hub is unreachable; the last known balance is the limit.",
  access: "station",
  atDesk: "leave",
  audited: { kind: "purchase", act: "made" },
  shape: "one",
  status: 201,
  body: z.strictObject({ offerID: laxID, print: z.boolean().default(true) }),
  errors: [
    "E1055",
    "E1064",
    "E2185",
    "E1065",
    "E1066",
    "E1071",
    "E2172",
    "E1133",
    "E2008",
    "E2033",
    "E2055",
    "E2063",
    "E2072",
    "E2262",
    "E2263",
    "E2073",
    "E2131",
    "E2133",
  ],
  answer: deskPurchaseSchema,
});
