/** /shipments, but for what buys or takes back a label: that is transactions' part. */
import { z } from "zod";
import { advanceTestShipment } from "../tracking/advance-test-shipment.ts";
import { route, type Route } from "../http/route.ts";
import { createShipment } from "./create-shipment.ts";
import { findManyShipments, shipmentsQuerySchema } from "./list-shipments.ts";
import { shipmentInputSchema, shipmentSchema } from "./shipments.schema.ts";
import { getShipment, getShipmentRow, presentShipment } from "./shipments.service.ts";

const tag = "Shipments";

export const shipmentRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/shipments",
    tag,
    summary: "Create a shipment and receive offers.",
    access: "member",
    shape: "one",
    status: 201,
    invalid: "E1054",
    errors: ["E1053", "E1055", "E1056", "E1057", "E1058", "E1068", "E1129", "E1130", "E1131", "E1132", "E1133", "E1134", "E1136"],
    body: shipmentInputSchema,
    answer: shipmentSchema,
    run: ({ deps, actor, origin }, { body }) => presentShipment(deps, createShipment(deps, actor, body, { needsEmail: true, quote: true }), origin),
  }),
  route({
    method: "GET",
    path: "/shipments",
    tag,
    summary: "List shipments.",
    access: "member",
    shape: "page",
    query: shipmentsQuerySchema,
    answer: shipmentSchema,
    errors: ["E2052"],
    run: ({ deps, actor, origin, callersReader }, { query }) => findManyShipments({ ...deps, reader: callersReader() }, actor, query, origin),
  }),
  route({
    method: "GET",
    path: "/shipments/:shipmentID",
    tag,
    summary: "Get a shipment. A bought test shipment moves one step on its road.",
    access: "member",
    shape: "one",
    params: z.object({ shipmentID: z.string() }),
    errors: ["E1051"],
    answer: shipmentSchema,
    run: ({ deps, actor, origin }, { params: { shipmentID } }) => {
      advanceTestShipment(deps, actor, getShipmentRow(deps, actor, shipmentID));
      return getShipment(deps, actor, shipmentID, origin);
    },
  }),
];
