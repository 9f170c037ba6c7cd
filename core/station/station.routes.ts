/** /station/desk, /station/orders, /station/purchases: what the packing desk does. */
import { z } from "zod";
import { laxID } from "../base/wire.ts";
import type { CarrierShelf } from "../carriers/carrier.ts";
import { route, type Route } from "../http/route.ts";
import type { PrinterWatch } from "../printing/watch-printer.ts";
import { checkIntegrity, integritySchema } from "./check-integrity.ts";
import { packAgain } from "./pack-again.ts";
import { deskPurchaseSchema, deskSchema, openedOrderSchema, sampleCarriersSchema, waitingOrderSchema } from "./station.schema.ts";
import { buyAtDesk, listWaitingOrders, openOrder, presentOpened, readDesk, repeatPurchase } from "./station.service.ts";

const tag = "Station";

const SAMPLE_NOTE = "These are SAMPLE prices of made-up agreements, for trying the station out. Labels bought with them carry no parcel.";

export function stationRoutes(watch: PrinterWatch, shelf: CarrierShelf): readonly Route[] {
  return [
    route({
      method: "GET",
      path: "/station/desk",
      tag,
      summary: "How the desk is: balance, waiting orders, label printer, open print questions.",
      access: "member",
      shape: "one",
      answer: deskSchema,
      run: ({ deps, actor }) => readDesk(deps, actor, watch.stateOf, shelf),
    }),
    route({
      method: "POST",
      path: "/station/orders/open",
      tag,
      summary: "Open what was scanned: an order number, a shipment number or a label's barcode.",
      access: "member",
      shape: "one",
      body: z.strictObject({ code: z.string().trim().min(1).max(200) }),
      errors: ["E2024"],
      answer: openedOrderSchema,
      run: ({ deps, actor }, { body }) => openOrder(deps, actor, body.code, shelf),
    }),
    route({
      method: "POST",
      path: "/station/orders/again",
      tag,
      summary: "Pack a cancelled order again: its copy waits with new offers, and is opened.",
      access: "member",
      shape: "one",
      status: 201,
      body: z.strictObject({ shipmentID: laxID }),
      errors: ["E1051", "E2047"],
      answer: openedOrderSchema,
      run: ({ deps, actor, keep }, { body }) => presentOpened(deps, actor, packAgain(deps, actor, body.shipmentID, keep)),
      repeat: ({ deps, actor }, _input, id) => presentOpened(deps, actor, id),
    }),
    route({
      method: "POST",
      path: "/station/carriers/sample",
      tag,
      summary: "Give an organization without carriers sample prices, for trying out.",
      access: "station",
      shape: "one",
      status: 201,
      answer: sampleCarriersSchema,
      run: ({ actor }) => ({ added: shelf.addSamples(actor.organizationID), isSample: true as const, note: SAMPLE_NOTE }),
    }),
    route({
      method: "GET",
      path: "/station/orders/waiting",
      tag,
      summary: "Orders that have no label yet, oldest first.",
      access: "member",
      shape: "one",
      query: z.object({ limit: z.coerce.number().int().min(1).max(500).catch(50).default(50) }),
      answer: z.object({ total: z.number().int(), list: z.array(waitingOrderSchema) }),
      run: ({ deps, actor }, { query }) => listWaitingOrders(deps, actor, query.limit),
    }),
    route({
      method: "GET",
      path: "/station/integrity",
      tag,
      summary: "Check the database file and the ledger, beside the work that goes on.",
      access: "station",
      shape: "one",
      answer: integritySchema,
      run: ({ deps, actor }) => checkIntegrity(deps, actor.organizationID),
    }),
    route({
      method: "POST",
      path: "/station/purchases",
      tag,
      summary: "Buy an offer and print its label at this desk.",
      access: "home",
      shape: "one",
      status: 201,
      body: z.strictObject({ offerID: laxID, print: z.boolean().default(true) }),
      errors: ["E1064", "E1065", "E1066", "E1071", "E2008", "E2033"],
      answer: deskPurchaseSchema,
      run: ({ deps, actor, keep }, { body }) => buyAtDesk(deps, actor, body, keep),
      repeat: ({ deps, actor }, { body }, id) => repeatPurchase(deps, actor, id, body.print),
    }),
  ];
}
