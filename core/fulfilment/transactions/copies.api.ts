/**
 * PATCH and POST /shipments/{shipmentID}: change the parcel, make a return or a copy. These
 * endpoints belong to transactions because a return may be bought.
 */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { copyInputSchema, shipmentSchema } from "../../shipping/shipments/shipments.schema.ts";
import { transactionSchema } from "./transactions.schema.ts";

const tag = "Shipments";
const params = z.object({ shipmentID: z.string() });

export const updateShipment = endpoint({
  id: "updateShipment",
  method: "PATCH",
  path: "/shipments/:shipmentID",
  tag,
  summary:
    "Change the parcel's size or weight; new offers are made. With isReturn, create a return of the shipment instead.",
  access: "member",
  shape: "one",
  params,
  body: copyInputSchema,
  errors: [
    "E1051",
    "E1064",
    "E2185",
    "E1066",
    "E1073",
    "E1133",
    "E2055",
    "E2131",
    "E2132",
    "E2133",
    "E2172",
  ],
  answer: z.union([shipmentSchema, transactionSchema]),
});

export const copyShipment = endpoint({
  id: "copyShipment",
  method: "POST",
  path: "/shipments/:shipmentID",
  tag,
  summary: "Create the return of a shipment, or a copy of it with new offers.",
  access: "member",
  audited: { kind: "purchase", act: "made" },
  shape: "one",
  status: 201,
  params,
  body: copyInputSchema,
  errors: [
    "E1051",
    "E1057",
    "E1064",
    "E2185",
    "E1066",
    "E1073",
    "E1133",
    "E2055",
    "E2131",
    "E2132",
    "E2133",
    "E2172",
  ],
  answer: z.union([shipmentSchema, transactionSchema]),
});
