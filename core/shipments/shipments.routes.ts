/** /shipments, with what buys, takes back or copies a shipment's label. */
import { z } from "zod";
import type { Deps } from "../deps.ts";
import { serve, type Route } from "../http/route.ts";
import { requireCaller } from "../http/watch-caller.ts";
import { advanceTestShipment } from "../tracking/advance-test-shipment.ts";
import { cancelShipment } from "../transactions/cancel-shipment.ts";
import { cloneShipment, makeReturn, type Copies } from "../transactions/copy-shipment.ts";
import type { Transaction } from "../transactions/transactions.schema.ts";
import { presentTransaction, requireBought } from "../transactions/transactions.service.ts";
import { changePackage } from "./change-package.ts";
import { createShipment } from "./create-shipment.ts";
import { findManyShipments } from "./list-shipments.ts";
import * as api from "./shipments.api.ts";
import type { Shipment } from "./shipments.schema.ts";
import { getShipment, getShipmentRow, presentShipment, requireShipment } from "./shipments.service.ts";

export const shipmentRoutes: readonly Route[] = [
  serve(api.createShipment, ({ deps, actor, origin }, { body }) => presentShipment(deps, createShipment(deps, actor, body, { needsEmail: true, quote: true }), origin)),
  serve(api.listShipments, ({ deps, actor, origin, callersReader }, { query }) => findManyShipments({ ...deps, reader: callersReader() }, actor, query, origin)),
  serve(api.getShipment, ({ deps, actor, origin }, { params: { shipmentID } }) => {
    advanceTestShipment(deps, actor, getShipmentRow(deps, actor, shipmentID));
    return getShipment(deps, actor, shipmentID, origin);
  }),
  serve(api.cancelShipment, ({ deps, actor, origin }, { params: { shipmentID } }) => {
    cancelShipment(deps, actor, shipmentID);
    return getShipment(deps, actor, shipmentID, origin);
  }),
  serve(api.updateShipment, async (context, { params: { shipmentID }, body }) => {
    const { deps, actor, origin } = context;
    await requireCaller(context);
    if (body.isReturn) return presentCopies(deps, await makeReturn(deps, actor, shipmentID, body), origin);
    changePackage(deps, actor, shipmentID, body);
    return getShipment(deps, actor, shipmentID, origin);
  }),
  serve(api.copyShipment, async (context, { params: { shipmentID }, body }) => {
    const { deps, actor, origin, keep } = context;
    await requireCaller(context);
    const keepCopies = keep === undefined ? undefined : (copies: Copies): void => keep(JSON.stringify(copies));
    return presentCopies(deps, body.isReturn ? await makeReturn(deps, actor, shipmentID, body, keepCopies) : cloneShipment(deps, actor, shipmentID, keepCopies), origin);
  }, {
    repeat: ({ deps, origin }, _input, kept) => {
      const copies = copiesSchema.parse(JSON.parse(kept));
      for (const id of copies.transactionIDs) requireBought(deps, id);
      return presentCopies(deps, copies, origin);
    },
  }),
];

/** The ids that a keyed call stored with its key. */
const copiesSchema = z.object({ shipmentIDs: z.array(z.string()), transactionIDs: z.array(z.string()) });

/** A transaction when the return was bought, else the new shipment; the further ones by their ids. */
function presentCopies(deps: Deps, { shipmentIDs, transactionIDs }: Copies, origin: string): Shipment | Transaction {
  const [first = "", ...others] = shipmentIDs;
  const [transactionID] = transactionIDs;
  const data = transactionID === undefined ? presentShipment(deps, requireShipment(deps, first), origin) : presentTransaction(deps, transactionID, origin);
  return others.length === 0 ? data : { ...data, extraShipmentIDs: others };
}
