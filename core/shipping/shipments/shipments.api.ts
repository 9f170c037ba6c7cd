/** /shipments: creates, lists, reads and cancels shipments. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { shipmentsQuerySchema } from "./shipments-query.schema.ts";
import { shipmentInputSchema, shipmentSchema } from "./shipments.schema.ts";

const tag = "Shipments";
const params = z.object({ shipmentID: z.string() });

export const createShipment = endpoint({
  id: "createShipment",
  method: "POST",
  path: "/shipments",
  tag,
  summary: "Create a shipment and receive offers.",
  access: "member",
  shape: "one",
  status: 201,
  invalid: "E1054",
  errors: [
    "E1053",
    "E1055",
    "E1056",
    "E1057",
    "E1058",
    "E1068",
    "E1129",
    "E1130",
    "E1131",
    "E1132",
    "E1133",
    "E1134",
    "E1136",
    "E2131",
  ],
  body: shipmentInputSchema,
  answer: shipmentSchema,
});

export const listShipments = endpoint({
  id: "listShipments",
  method: "GET",
  path: "/shipments",
  tag,
  summary: "List shipments.",
  access: "member",
  shape: "page",
  query: shipmentsQuerySchema,
  answer: shipmentSchema,
  errors: ["E2052"],
});

export const getShipment = endpoint({
  id: "getShipment",
  method: "GET",
  path: "/shipments/:shipmentID",
  tag,
  summary: "Get a shipment. Each call moves a bought test shipment one tracking step forward.",
  access: "member",
  shape: "one",
  params,
  errors: ["E1051"],
  answer: shipmentSchema,
});

export const cancelShipment = endpoint({
  id: "cancelShipment",
  method: "DELETE",
  path: "/shipments/:shipmentID",
  tag,
  summary:
    "Cancel a shipment; a bought label is refunded while the carrier does not have the parcel.",
  access: "member",
  audited: { kind: "cancel", act: "made" },
  shape: "one",
  params,
  errors: ["E1051", "E2008", "E2009", "E2022", "E2261"],
  answer: shipmentSchema,
});
