/** /transactions, and what of /shipments/{id} buys, takes back or makes anew. */
import { z } from "zod";
import { wrap } from "../http/envelope.ts";
import { route, type Route, type RouteContext } from "../http/route.ts";
import { changePackage } from "../shipments/change-package.ts";
import { packageInputSchema, shipmentSchema } from "../shipments/shipments.schema.ts";
import { getShipment } from "../shipments/shipments.service.ts";
import { acceptOffer } from "./accept-offer.ts";
import { buyInOneStep } from "./buy-in-one-step.ts";
import { cancelShipment } from "./cancel-shipment.ts";
import type { OpenAnswers } from "./open-answers.ts";
import { purchaseInputSchema, transactionSchema, type PurchaseInput } from "./transactions.schema.ts";
import { presentTransaction, requireBought } from "./transactions.service.ts";

const params = z.object({ shipmentID: z.string() });
const success = { result: z.literal(true), data: transactionSchema };

export function transactionRoutes(open: OpenAnswers): readonly Route[] {
  return [
    route({
      method: "POST",
      path: "/transactions",
      tag: "Transactions",
      summary: "Buy a label: accept an offer, or name a service and the shipment.",
      shape: "raw",
      status: 201,
      errors: ["E1051", "E1055", "E1064", "E1065", "E1066", "E1067", "E1068", "E1071", "E1072", "E1073", "E1074", "E1086", "E1111", "E1115", "E2008", "E2033"],
      body: purchaseInputSchema,
      answer: z.union([z.object({ ...success, additionalMessage: z.string() }), z.object({ ...success, message: z.string() })]),
      run: async (context, { body }) => {
        const { deps, actor, keep } = context;
        if (body.offerID !== "") return tell(context, body, await acceptOffer(deps, actor, body.offerID, { print: false, requestHash: null, keep }));
        const id = await buyInOneStep(deps, actor, body, open, keep);
        noteWhenAnswered(context, open, id);
        return tell(context, body, id);
      },
      repeat: (context, { body }, id) => {
        requireBought(context.deps, id);
        return tell(context, body, id);
      },
    }),
    route({
      method: "DELETE",
      path: "/shipments/:shipmentID",
      tag: "Shipments",
      summary: "Cancel a shipment; a bought label is refunded while the carrier does not have the parcel.",
      shape: "one",
      params,
      errors: ["E1051", "E2009", "E2022"],
      answer: shipmentSchema,
      run: ({ deps, actor, origin }, { params: { shipmentID } }) => {
        cancelShipment(deps, actor, shipmentID);
        return getShipment(deps, actor, shipmentID, origin);
      },
    }),
    route({
      method: "PATCH",
      path: "/shipments/:shipmentID",
      tag: "Shipments",
      summary: "Change the parcel's size or weight; new offers are made.",
      shape: "one",
      params,
      body: packageInputSchema,
      errors: ["E1051", "E1073"],
      answer: shipmentSchema,
      run: ({ deps, actor, origin }, { params: { shipmentID }, body }) => {
        changePackage(deps, actor, shipmentID, body);
        return getShipment(deps, actor, shipmentID, origin);
      },
    }),
  ];
}

/** The one-step form is answered with `message` where the other has `additionalMessage`. */
function tell({ deps, origin }: RouteContext, body: PurchaseInput, id: string): never {
  return wrap(body.offerID === "" ? "message" : "one", presentTransaction(deps, id, origin)) as never;
}

function noteWhenAnswered({ onAnswered }: RouteContext, open: OpenAnswers, id: string): void {
  onAnswered((reached) => open.close(id, reached));
}
