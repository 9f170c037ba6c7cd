/** Applies what a person has chosen for a question of a move, some rows at a time. */
import { inTransaction } from "../../db/change.ts";
import { writeDistrict } from "../../shipping/addresses/moved-addresses.ts";
import { done, refused, type Outcome } from "../../shipping/carriers/carrier.ts";
import * as store from "./move-in.store.ts";
import type { QuestionRow } from "./move-in.store.ts";
import { leftOut, type Moving, type Taken } from "./moving.ts";
import { shipmentRow } from "./read-rows.ts";
import { fetchAddresses } from "./fetch-addresses.ts";
import { countOf, noteNews } from "./take-rows.ts";
import { takeShipment } from "./take-shipment.ts";

/** Addresses that get their district in one transaction. */
const MOST_AT_ONCE = 25;

/** Applies a choice, or a part of it. */
export async function applyChoice(
  moving: Moving,
  chosen: QuestionRow,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  if (chosen.kind === "district") {
    inTransaction(moving.deps, () => placeSome(moving, chosen));
    return done(null);
  }
  return await takeWithNewNumber(moving, chosen, signal);
}

/** Gives some addresses the chosen district; needs an open transaction. */
function placeSome({ deps, accountID }: Moving, chosen: QuestionRow): void {
  const { db } = deps;
  const [cityCode = ""] = chosen.key.split(" ");
  const district = deps.geo.findDistrict("TR", cityCode, { id: Number(chosen.choice) });
  const rows = store.listInPlace(db, accountID, chosen.key, MOST_AT_ONCE);
  for (const { kind, id } of rows) {
    if (district !== undefined)
      writeDistrict(deps, id, { districtID: district.districtID, districtName: district.name });
    store.clearPlace(db, { accountID, kind, id });
  }
  if (rows.length < MOST_AT_ONCE) store.updateQuestion(db, { ...chosen, state: "SETTLED" });
}

/** Takes a shipment whose number is used here. */
async function takeWithNewNumber(
  moving: Moving,
  chosen: QuestionRow,
  signal: AbortSignal,
): Promise<Outcome<null>> {
  const { deps, accountID, read } = moving;
  const answer = await read(`/shipments/${encodeURIComponent(chosen.key)}`, signal);
  if (answer.outcome !== "done") return answer;
  const { value } = answer;
  if (value.result === "failed" && value.status !== 404) {
    inTransaction(deps, () =>
      store.updateQuestion(deps.db, { ...chosen, state: "OPEN", choice: "" }),
    );
    return refused("E2033", value.reason);
  }
  const data = value.result === "done" ? value.value["data"] : undefined;
  await fetchAddresses(moving, [data], signal);
  inTransaction(deps, () => {
    // A person may have paused or ended the move since.
    const move = store.findMoveIn(deps.db, moving.actor.organizationID, accountID);
    if (move?.state !== "RUNNING" && move?.state !== "READ") return;
    const remote = shipmentRow.safeParse(data).data;
    const taken: Taken =
      remote === undefined
        ? leftOut("unreadable")
        : takeShipment(moving, remote, { hasNewNumber: true });
    noteNews(moving);
    const isSettled = taken.result !== "leftOut";
    store.updateQuestion(deps.db, { ...chosen, state: isSettled ? "SETTLED" : "OPEN", choice: "" });
    store.addCount(deps.db, accountID, countOf("shipments", taken));
  });
  return done(null);
}
