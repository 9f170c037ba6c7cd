/** A truck with two labels of one shipment, which two disconnected stations bought. */
import { expect, it } from "vitest";
import { isAppError } from "../../../core/base/errors.ts";
import { inTransaction } from "../../../core/db/change.ts";
import { endHandOver } from "../../../core/fulfilment/hand-over/end-hand-over.ts";
import type { Actor } from "../../../core/http/actor.ts";
import { quoteWaiting } from "../../../core/shipping/shipments/change-package.ts";
import { requireShipment } from "../../../core/shipping/shipments/shipments.service.ts";
import { reserveNow } from "../../helpers/buy-now.ts";
import type { LooseStation } from "../../helpers/loose-stations.ts";
import { addCarrier, buyLabel, CARRIER, scanAt } from "./hand-over-acts.ts";
import { exchange, two, written } from "./two-stations.ts";

/** Buys the label of a shipment. @returns Its barcode. */
function buyOf({ deps, clock }: LooseStation, actor: Actor, id: string): string {
  inTransaction(deps, () => quoteWaiting(deps, actor, id));
  const offer = deps.db
    .sql<{ id: string }>(
      `SELECT id FROM offers WHERE shipment_id = ? AND provider_code = '${CARRIER}' ORDER BY request_no DESC LIMIT 1`,
    )
    .get(id);
  clock.nowMs += 1_000;
  inTransaction(deps, () => reserveNow(deps, actor, offer?.id ?? ""));
  return requireShipment(deps, id).barcode;
}

/**
 * Two stations that bought a label each of one shipment; the second has scanned its label, and only
 * the first knows of both, so that the second label is not void yet.
 */
function twoLabels() {
  const { a, b, actor, id } = two();
  addCarrier(a, actor);
  exchange(a, b);
  buyLabel(b, actor); // Disconnected stations of a hub never use a number twice.
  b.clock.nowMs += 60_000;
  const [stays, surplus] = [buyOf(a, actor, id), buyOf(b, actor, id)];
  scanAt(b, actor, surplus);
  a.apply(written(b));
  return { a, b, actor, stays, surplus };
}

/** Returns the state of each label that was scanned, by its barcode. */
const statesOf = ({ deps }: LooseStation) =>
  Object.fromEntries(
    deps.db
      .sql<{ barcode: string; state: string }>(
        `SELECT t.barcode, h.state FROM handed_over AS h JOIN transactions AS t ON t.id = h.transaction_id`,
      )
      .all()
      .map(({ barcode, state }) => [barcode, state]),
  );

it("refuses the label that is not in force as VOID, and names the label that is", () => {
  const { a, actor, stays, surplus } = twoLabels();
  const refusal = (() => {
    try {
      return scanAt(a, actor, surplus).step;
    } catch (error) {
      return isAppError(error) && error.details;
    }
  })();
  expect(refusal).toMatchObject({ reason: "VOID", staysWith: stays });
});

it("lets the label that is not in force be taken off by its barcode, and ends with the other label", async () => {
  const { a, actor, stays, surplus } = twoLabels();
  scanAt(a, actor, stays);
  const refused = await endHandOver(a.deps, actor, CARRIER, undefined).catch(
    (error: unknown) => isAppError(error) && error.details["reason"],
  );
  const off = scanAt(a, actor, surplus, "takeBack");
  expect([refused, off.step, off.parcel.barcode, statesOf(a)]).toEqual([
    "CANCELED",
    "takenBack",
    surplus,
    { [stays]: "LOADED", [surplus]: "TAKEN_BACK" },
  ]);
  await endHandOver(a.deps, actor, CARRIER, undefined);
});

it("takes off the label that is scanned, also when the other label was scanned later", () => {
  const { a, b, actor, stays, surplus } = twoLabels();
  scanAt(a, actor, stays);
  b.clock.nowMs += 60_000;
  scanAt(b, actor, surplus, "takeBack");
  scanAt(b, actor, surplus);
  a.apply(written(b));
  scanAt(a, actor, stays, "takeBack");
  expect(statesOf(a)).toEqual({ [stays]: "TAKEN_BACK", [surplus]: "LOADED" });
});

it("refuses to take off the label in force while only the other label is on the truck", () => {
  const { a, actor, stays, surplus } = twoLabels();
  const refusal = (() => {
    try {
      return scanAt(a, actor, stays, "takeBack").step;
    } catch (error) {
      return isAppError(error) && error.details["reason"];
    }
  })();
  expect([refusal, statesOf(a)]).toEqual(["NOT_LOADED", { [surplus]: "LOADED" }]);
});
