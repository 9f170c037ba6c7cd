/** Serves /shipments. */
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import { serveWith, type Route } from "../../http/route.ts";
import { advanceTestShipment } from "./advance-test-shipment.ts";
import { createShipment, withShipmentNumbers } from "./create-shipment.ts";
import { listShipments } from "./list-shipments.ts";
import * as api from "./shipments.api.ts";
import { getShipment, getShipmentRow, presentShipment } from "./shipments.service.ts";

/**
 * Creates the routes.
 *
 * @template D Dependencies of `cancel`, which fulfilment implements.
 * @param cancel Cancels a shipment and refunds its label; throws AppError E1051, E2009, E2022.
 * @param readTestParcel Reads the state of a test parcel at the server that sold its label.
 */
export function shipmentRoutes<D extends ShippingDeps>(
  cancel: (deps: D, actor: Actor, shipmentID: string) => void | Promise<void>,
  readTestParcel: (deps: D, actor: Actor, shipmentID: string) => Promise<void>,
): readonly Route<D>[] {
  const serve = serveWith<D>();
  return [
    serve(
      api.createShipment,
      ({ deps, actor, origin }, { body }) =>
        presentShipment(
          deps,
          createShipment(deps, actor, body, { needsEmail: true, quote: true }),
          origin,
        ),
      { prepare: ({ deps, actor }, _input, run) => withShipmentNumbers(deps, actor, 1, run) },
    ),
    serve(api.listShipments, ({ deps, actor, origin, callersReader }, { query }) =>
      listShipments({ ...deps, reader: callersReader() }, actor, query, origin),
    ),
    serve(api.getShipment, async ({ deps, actor, origin }, { params: { shipmentID } }) => {
      await readTestParcel(deps, actor, getShipmentRow(deps, actor, shipmentID).id);
      advanceTestShipment(deps, actor, getShipmentRow(deps, actor, shipmentID));
      return getShipment(deps, actor, shipmentID, origin);
    }),
    serve(api.cancelShipment, async ({ deps, actor, origin }, { params: { shipmentID } }) => {
      await cancel(deps, actor, shipmentID);
      return getShipment(deps, actor, shipmentID, origin);
    }),
  ];
}
