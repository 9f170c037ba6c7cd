/** /transactions, and what of /shipments/{id} buys, takes back or makes anew. */
import { z } from "zod";
import { AppError } from "../base/errors.ts";
import { wrap } from "../http/envelope.ts";
import { route, type Route, type RouteContext } from "../http/route.ts";
import { changePackage } from "../shipments/change-package.ts";
import { copyInputSchema, shipmentSchema, type Shipment } from "../shipments/shipments.schema.ts";
import { getShipment, presentShipment, requireShipment } from "../shipments/shipments.service.ts";
import { acceptOffer } from "./accept-offer.ts";
import { buyInOneStep } from "./buy-in-one-step.ts";
import { cancelShipment } from "./cancel-shipment.ts";
import { cloneShipment, makeReturn, type Copies } from "./copy-shipment.ts";
import type { OpenAnswers } from "./open-answers.ts";
import type { Deps } from "../deps.ts";
import { purchaseInputSchema, transactionSchema, type PurchaseInput, type Transaction } from "./transactions.schema.ts";
import { presentFresh, presentTransaction, requireBought } from "./transactions.service.ts";

const params = z.object({ shipmentID: z.string() });
const success = { result: z.literal(true), data: transactionSchema };

export function transactionRoutes(open: OpenAnswers): readonly Route[] {
  return [
    route({
      method: "POST",
      path: "/transactions",
      tag: "Transactions",
      summary: "Buy a label: accept an offer, or name a service and the shipment.",
      access: "member",
      shape: "raw",
      status: 201,
      errors: ["E1051", "E1055", "E1057", "E1064", "E1065", "E1066", "E1067", "E1068", "E1071", "E1072", "E1073", "E1074", "E1086", "E1111", "E1115", "E2008", "E2033"],
      body: purchaseInputSchema,
      answer: z.union([z.object({ ...success, additionalMessage: z.string() }), z.object({ ...success, message: z.string() })]),
      run: async (context, { body }) => {
        const { deps, actor, keep } = context;
        await requireCaller(context);
        if (body.offerID !== "") return tell(context, body, await acceptOffer(deps, actor, body.offerID, { print: false, requestHash: null, keep }));
        const { transactionID, fresh } = await buyInOneStep(deps, actor, body, open, keep);
        noteWhenAnswered(context, open, transactionID);
        return fresh === undefined ? tell(context, body, transactionID) : (wrap("message", presentFresh(deps, fresh, context.origin)) as never);
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
      access: "member",
      shape: "one",
      params,
      errors: ["E1051", "E2008", "E2009", "E2022"],
      answer: shipmentSchema,
      run: async ({ deps, actor, origin }, { params: { shipmentID } }) => {
        await cancelShipment(deps, actor, shipmentID);
        return getShipment(deps, actor, shipmentID, origin);
      },
    }),
    route({
      method: "PATCH",
      path: "/shipments/:shipmentID",
      tag: "Shipments",
      summary: "Change the parcel's size or weight; new offers are made. With isReturn, make its return.",
      access: "member",
      shape: "one",
      params,
      body: copyInputSchema,
      errors: ["E1051", "E1064", "E1066", "E1073"],
      answer: z.union([shipmentSchema, transactionSchema]),
      run: async (context, { params: { shipmentID }, body }) => {
        const { deps, actor, origin } = context;
        await requireCaller(context);
        if (body.isReturn) return presentCopies(deps, await makeReturn(deps, actor, shipmentID, body), origin);
        changePackage(deps, actor, shipmentID, body);
        return getShipment(deps, actor, shipmentID, origin);
      },
    }),
    route({
      method: "POST",
      path: "/shipments/:shipmentID",
      tag: "Shipments",
      summary: "Make the return of a shipment, or a copy of it with new offers.",
      access: "member",
      shape: "one",
      status: 201,
      params,
      body: copyInputSchema,
      errors: ["E1051", "E1057", "E1064", "E1066", "E1073"],
      answer: z.union([shipmentSchema, transactionSchema]),
      run: async (context, { params: { shipmentID }, body }) => {
        const { deps, actor, origin, keep } = context;
        await requireCaller(context);
        const keepCopies = keep === undefined ? undefined : (copies: Copies): void => keep(JSON.stringify(copies));
        return presentCopies(deps, body.isReturn ? await makeReturn(deps, actor, shipmentID, body, keepCopies) : cloneShipment(deps, actor, shipmentID, keepCopies), origin);
      },
      repeat: ({ deps, origin }, _input, kept) => {
        const copies = JSON.parse(kept) as Copies;
        for (const id of copies.transactionIDs) requireBought(deps, id);
        return presentCopies(deps, copies, origin);
      },
    }),
  ];
}

/** The one-step form is answered with `message` where the other has `additionalMessage`. */
function tell({ deps, origin }: RouteContext, body: PurchaseInput, id: string): never {
  return wrap(body.offerID === "" ? "message" : "one", presentTransaction(deps, id, origin)) as never;
}

/** A caller that gave up while the station was busy may ask again, so its first call buys nothing. @throws AppError E2009, which no caller is left to read */
async function requireCaller({ isGone }: RouteContext): Promise<void> {
  if (await isGone()) throw new AppError("E2009", "The caller closed its connection before this was begun. Nothing was done.");
}

function noteWhenAnswered({ onAnswered }: RouteContext, open: OpenAnswers, id: string): void {
  onAnswered((reached) => open.close(id, reached));
}

/** A transaction when the return was bought, else the new shipment; the further ones by their ids. */
function presentCopies(deps: Deps, { shipmentIDs, transactionIDs }: Copies, origin: string): Shipment | Transaction {
  const [first = "", ...others] = shipmentIDs;
  const [transactionID] = transactionIDs;
  const data = transactionID === undefined ? presentShipment(deps, requireShipment(deps, first), origin) : presentTransaction(deps, transactionID, origin);
  return others.length === 0 ? data : { ...data, extraShipmentIDs: others };
}
