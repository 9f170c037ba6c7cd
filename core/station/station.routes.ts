/** /station/desk, /station/orders, /station/purchases: routes of the packing desk. */
import type { CarrierShelf } from "../shipping/agreements/carrier-shelf.ts";
import type { Actor } from "../http/actor.ts";
import { isLead } from "../http/lead-act.ts";
import type { WatchedFolder } from "./order-folder/order-folder.service.ts";
import { serve, type Route } from "./route.ts";
import type { PrinterWatch } from "../printing/watch-printer.ts";
import type { Scales } from "./scales/scales.service.ts";
import { approvePurchase } from "./approve-purchase.ts";
import { buyAtDesk, repeatPurchase } from "./buy-at-desk.ts";
import { addBox } from "./add-box.ts";
import { listWaitingOrders } from "./list-waiting-orders.ts";
import { packAgain } from "./pack-again.ts";
import { planPurchases } from "./plan-purchases.ts";
import { removeBox } from "./remove-box.ts";
import { checkAndNote } from "./station-facts.ts";
import * as api from "./station.api.ts";
import { openOrder, presentOpened, readDesk } from "./station.service.ts";

const SAMPLE_NOTE =
  "These are SAMPLE prices of made-up agreements, for trying the station out. Labels bought with them carry no parcel.";

/**
 * Creates the routes of the desk.
 *
 * @param watch Knows the state of the label printer.
 * @param folder Knows the faults of the watched folder.
 * @param shelf Lists and adds the organization's carriers.
 * @param scales The desk's scales, on which a purchase ends its parcel.
 */
export function stationRoutes(
  watch: PrinterWatch,
  shelf: CarrierShelf,
  folder: Pick<WatchedFolder, "countProblems">,
  scales: Pick<Scales, "endParcel">,
): readonly Route[] {
  const devices = { currentState: watch.currentState, endParcel: scales.endParcel };
  return [
    serve(api.getDesk, ({ deps, actor }) => ({
      ...readDesk(deps, actor, watch.stateOf, shelf),
      folderProblems: problemsFor(actor, folder),
    })),
    serve(api.openOrder, ({ deps, actor }, { body }) => openOrder(deps, actor, body.code, shelf)),
    serve(
      api.packOrderAgain,
      async ({ deps, actor, keep }, { body }) =>
        presentOpened(deps, actor, await packAgain(deps, actor, body.shipmentID, keep)),
      { repeat: ({ deps, actor }, _input, id) => presentOpened(deps, actor, id) },
    ),
    serve(
      api.addBox,
      async ({ deps, actor, keep }, { params }) =>
        presentOpened(deps, actor, await addBox(deps, actor, params.shipmentID, keep)),
      { repeat: ({ deps, actor }, _input, id) => presentOpened(deps, actor, id) },
    ),
    serve(api.removeBox, async ({ deps, actor }, { params }) =>
      presentOpened(deps, actor, await removeBox(deps, actor, params.shipmentID)),
    ),
    serve(api.createSampleCarriers, ({ actor }) => ({
      added: shelf.addSamples(actor.organizationID),
      isSample: true as const,
      note: SAMPLE_NOTE,
    })),
    serve(api.listWaitingOrders, ({ deps, actor }, { query }) =>
      listWaitingOrders(deps, actor, query.limit),
    ),
    serve(api.checkIntegrity, ({ deps, actor }) => checkAndNote(deps, actor.organizationID)),
    serve(
      api.buyAtDesk,
      ({ deps, actor, keep }, { body }) => buyAtDesk(deps, actor, body, devices, keep),
      { repeat: ({ deps, actor }, { body }, id) => repeatPurchase(deps, actor, id, body.print) },
    ),
    serve(
      api.planPurchases,
      ({ deps, actor }, { body }) => planPurchases(deps, actor, body.shipmentIDs),
      { repeat: "again" },
    ),
    serve(
      api.approvePurchase,
      ({ deps, actor, keep }, { body }) =>
        approvePurchase(deps, actor, body.offerID, (leases) => {
          const input = { ...body, printAnyway: false, passWeight: true, atOnce: false };
          return buyAtDesk({ ...deps, leases }, actor, input, devices, keep);
        }),
      { repeat: ({ deps, actor }, { body }, id) => repeatPurchase(deps, actor, id, body.print) },
    ),
  ];
}

/** Counts the problems of the watched folder, for members who may handle them. */
function problemsFor(actor: Actor, folder: Pick<WatchedFolder, "countProblems">): number {
  return isLead(actor) ? folder.countProblems(actor.organizationID) : 0;
}
