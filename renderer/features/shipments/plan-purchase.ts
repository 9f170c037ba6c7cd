/** Plans a purchase of the selected orders; the first screen does not load it. */
import { planPurchases } from "../../../core/station/station.api.ts";
import {
  MOST_PLANNED,
  type LeftOut,
  type PlannedPurchase,
} from "../../../core/station/station.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";
import type { BulkState } from "./bulk.slice.ts";
import { buyPlanOf } from "./buy-plan.ts";
import { fitting, isBusy, whyNot } from "./run-bulk.ts";

/**
 * Asks the core which offers the rules choose for the selected orders, and asks the person.
 *
 * @param stop Set by a person who stops the planning.
 */
export async function planPurchase(
  set: SetState<BulkState>,
  get: GetState<BulkState>,
  stop: { isStopped: boolean },
): Promise<void> {
  const rows = fitting("buy", get().selectedShipments.values()).toSorted(
    (a, b) => a.number - b.number,
  );
  const { desk, selectedShipments } = get();
  if (isBusy(get().bulk) || rows.length === 0 || desk.step !== "ready") return;
  stop.isStopped = false;
  const found: PlannedPurchase[] = [];
  const leftOut: LeftOut[] = [...selectedShipments.values()]
    .filter((row) => !rows.includes(row))
    .map((row) => ({ shipmentID: row.id, why: whyNot(row) }));
  try {
    for (let from = 0; from < rows.length && !stop.isStopped; from += MOST_PLANNED) {
      set({ bulk: { step: "planning", total: rows.length, done: from } });
      const part = await call(planPurchases, {
        body: { shipmentIDs: rows.slice(from, from + MOST_PLANNED).map(({ id }) => id) },
      });
      found.push(...part.list);
      leftOut.push(...part.leftOut);
    }
    set({
      bulk: { step: "none" },
      ...(stop.isStopped ? {} : { buyPlan: buyPlanOf(found, leftOut, desk.facts.available) }),
    });
    if (!stop.isStopped) get().askShipments("buy");
  } catch (error) {
    set({ bulk: { step: "none" }, shipmentsFailure: failureOf(error) });
  }
}
