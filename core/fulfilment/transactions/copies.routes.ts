/** Serves PATCH and POST /shipments/{shipmentID}. */
import { z } from "zod";
import type { FulfilmentDeps } from "../deps.ts";
import { serve, type Route, type RouteContext } from "../route.ts";
import { requireCaller } from "../../http/watch-caller.ts";
import { changePackage } from "../../shipping/shipments/change-package.ts";
import type { Shipment } from "../../shipping/shipments/shipments.schema.ts";
import {
  getShipment,
  presentShipment,
  requireShipment,
} from "../../shipping/shipments/shipments.service.ts";
import * as api from "./copies.api.ts";
import { cloneShipment, type Copies } from "./copy-shipment.ts";
import { makeReturn } from "./make-return.ts";
import type { BuyingCall } from "./response-tracker.ts";
import type { ResponseTracker } from "./response-tracker.ts";
import type { Transaction } from "./transactions.schema.ts";
import { presentTransaction, requireBought } from "./transactions.service.ts";

/**
 * Creates the routes.
 *
 * @param responses Tracks purchases whose responses have not reached their callers yet.
 */
export function copyRoutes(responses: ResponseTracker): readonly Route[] {
  const callOf = (context: RouteContext): BuyingCall<Copies> => {
    const { keep, onAnswered } = context;
    return {
      keep: keep === undefined ? undefined : (copies) => keep(JSON.stringify(copies)),
      onAnswered,
      responses,
      requireCaller: () => requireCaller(context),
    };
  };
  return [
    serve(api.updateShipment, async (context, { params: { shipmentID }, body }) => {
      const { deps, actor, origin } = context;
      await requireCaller(context);
      if (body.isReturn)
        return presentCopies(
          deps,
          await makeReturn(deps, actor, shipmentID, body, callOf(context)),
          origin,
        );
      changePackage(deps, actor, shipmentID, body);
      return getShipment(deps, actor, shipmentID, origin);
    }),
    serve(
      api.copyShipment,
      async (context, { params: { shipmentID }, body }) => {
        const { deps, actor, origin } = context;
        await requireCaller(context);
        const call = callOf(context);
        return presentCopies(
          deps,
          body.isReturn
            ? await makeReturn(deps, actor, shipmentID, body, call)
            : await cloneShipment(deps, actor, shipmentID, call.keep),
          origin,
        );
      },
      {
        repeat: ({ deps, origin }, _input, kept) => {
          const copies = copiesSchema.parse(JSON.parse(kept));
          for (const id of copies.transactionIDs) requireBought(deps, id);
          return presentCopies(deps, copies, origin);
        },
      },
    ),
  ];
}

/** Ids that a call stored together with its Idempotency-Key. */
const copiesSchema = z.object({
  shipmentIDs: z.array(z.string()),
  transactionIDs: z.array(z.string()),
});

/**
 * Presents the transaction when the return was bought, otherwise the new shipment; further
 * shipments as ids.
 */
function presentCopies(
  deps: Pick<FulfilmentDeps, "db" | "geo">,
  { shipmentIDs, transactionIDs }: Copies,
  origin: string,
): Shipment | Transaction {
  const [first = "", ...others] = shipmentIDs;
  const [transactionID] = transactionIDs;
  const data =
    transactionID === undefined
      ? presentShipment(deps, requireShipment(deps, first), origin)
      : presentTransaction(deps, transactionID, origin);
  return others.length === 0 ? data : { ...data, extraShipmentIDs: others };
}
