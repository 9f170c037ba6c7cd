/**
 * Packing orders of one recipient as one parcel. The items of the other orders join the first;
 * the others are cancelled unbought, and their rows name the first.
 */
import { errors } from "../../base/errors.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import { withLeases, type ClaimNeed } from "../../db/leases.ts";
import { missingClaim, requireClaim } from "../../db/shipment-claims.ts";
import type { Actor } from "../../http/actor.ts";
import { changeWeight } from "../../shipping/shipments/change-package.ts";
import { joinedOrderID } from "../../shipping/shipments/joined-order-id.ts";
import {
  findJoined,
  insertJoined,
  listJoinedTo,
  updateJoined,
} from "../../shipping/shipments/joined-orders.ts";
import { getShipmentRow, type ShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { withShipmentNumbers } from "../../shipping/shipments/create-shipment.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { carryTicks, clearTicks } from "../packing/item-ticks.ts";
import { readPackingSettings } from "../packing/packing.service.ts";

import { beginCancel } from "../transactions/cancel-shipment.ts";
import { copyWaiting } from "../transactions/copy-shipment.ts";
import { candidateOf, findRefusal, isWaitingOrder, notJoined } from "./join-refusal.ts";
import { weightWith, weightWithout } from "../../shipping/shipments/joined-weight.ts";

type JoinDeps = WriteDeps &
  Pick<FulfilmentDeps, "carriers" | "connections" | "leases" | "settings" | "faultPoint">;

/**
 * Joins waiting orders to a waiting order of the same recipient. Orders that are joined to it
 * already are skipped, so a second call changes nothing.
 *
 * @throws AppError E1051; E2260 with `details.reason`, and nothing was changed; E2134 while another
 *   station holds one of the orders.
 */
export async function joinOrders(
  deps: JoinDeps,
  actor: Actor,
  firstID: string,
  shipmentIDs: readonly string[],
): Promise<void> {
  const findMissing = (): ClaimNeed | undefined => {
    const { first, others } = planJoin(deps, actor, firstID, shipmentIDs);
    if (others.length === 0) return undefined;
    for (const { id } of [first, ...others]) {
      const claim = missingClaim(deps.db, id);
      if (claim !== undefined) return claim;
    }
    return undefined;
  };
  await withLeases(deps, findMissing, () =>
    inTransaction(deps, () => {
      const { first, others } = planJoin(deps, actor, firstID, shipmentIDs);
      if (others.length === 0) return;
      requireClaim(deps.db, first.id);
      for (const row of others) join(deps, actor, first, row);
      changeWeight(deps, getShipmentRow(deps, actor, first.id), weightWith(first, others));
    }),
  );
  deps.faultPoint("join.saved");
}

type Join = { readonly first: ShipmentRow; readonly others: readonly ShipmentRow[] };

/**
 * Plans a join; writes nothing.
 *
 * @returns `others`: the orders that are not joined yet.
 * @throws AppError E1051, E2260
 */
function planJoin(
  deps: ReadDeps & Pick<FulfilmentDeps, "settings">,
  actor: Actor,
  firstID: string,
  shipmentIDs: readonly string[],
): Join {
  const first = getShipmentRow(deps, actor, firstID);
  const others = [...new Set(shipmentIDs)]
    .filter((id) => id !== first.id)
    .map((id) => getShipmentRow(deps, actor, id))
    .filter(({ id }) => {
      const joined = findJoined(deps, id);
      return joined?.state !== "JOINED" || joined.firstID !== first.id;
    });
  if (others.length === 0) return { first, others };
  if (!isWaitingOrder(first)) throw notJoined("NOT_WAITING", first);
  const candidate = candidateOf(deps, first);
  const { joinApiOrders } = readPackingSettings(deps);
  for (const row of others) {
    const reason = findRefusal(deps, candidate, candidateOf(deps, row), joinApiOrders);
    if (reason !== undefined) throw notJoined(reason, row);
  }
  return { first, others };
}

function join(deps: JoinDeps, actor: Actor, first: ShipmentRow, row: ShipmentRow): void {
  const now = deps.now();
  insertJoined(deps.db, {
    id: joinedOrderID(row.id),
    createdAt: now,
    updatedAt: now,
    organizationID: row.organizationID,
    shipmentID: row.id,
    firstID: first.id,
    state: "JOINED",
    packedIn: "",
    joinedBy: actor.memberID,
    stationID: deps.db.stationID,
  });
  carryTicks(deps, row.id, first.id);
  beginCancel(deps, actor, row.id);
}

/**
 * Takes joined orders out of a parcel that is not bought: each waits again as a copy. Does nothing
 * when no order is joined.
 *
 * @throws AppError E1051; E2261 once the label is bought or being bought; E2131; E2134
 */
export async function separateOrders(
  deps: JoinDeps & Pick<FulfilmentDeps, "geo">,
  actor: Actor,
  firstID: string,
): Promise<void> {
  const listed = (): ReturnType<typeof listJoinedTo> =>
    listJoinedTo(deps.db, firstID).filter(
      (row) => row.state === "JOINED" && row.firstID === firstID,
    );
  await withLeases(
    deps,
    () => (listed().length === 0 ? undefined : missingClaim(deps.db, firstID)),
    () =>
      withShipmentNumbers(deps, actor, listed().length, () =>
        inTransaction(deps, () => {
          const first = getShipmentRow(deps, actor, firstID);
          const rows = listed();
          if (rows.length === 0) return;
          if (!isWaitingOrder(first))
            throw errors.orderPackedTogether(
              "The label of these orders is bought or being bought. Cancel the label: then each order waits again. Nothing was changed.",
            );
          requireClaim(deps.db, first.id);
          const others = rows.map(({ shipmentID }) => getShipmentRow(deps, actor, shipmentID));
          for (const { id } of rows)
            updateJoined(deps.db, id, { state: "RELEASED", updatedAt: deps.now() });
          for (const row of others) copyWaiting(deps, row);
          clearTicks(deps, actor, first.id);
          const rest = getShipmentRow(deps, actor, first.id);
          changeWeight(deps, rest, weightWithout(first, others));
        }),
      ),
  );
}
