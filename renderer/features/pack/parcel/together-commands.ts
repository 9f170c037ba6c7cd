/** Commands of Alt+T and Alt+U: pack the recipient's waiting orders together, and separate them. */
import type { Together } from "../../../../core/fulfilment/together/together.schema.ts";
import { refuse } from "../../../store/sounds.ts";
import { isOpenForPacking, parcelOf } from "../pack-step.ts";
import { numberCode } from "../pack.slice.ts";
import { usePack } from "../use-pack.ts";

/** Lists the orders that Alt+T joins. */
export function joinableOf({ waiting }: Together): Together["waiting"] {
  return waiting.filter(({ refusal }) => refusal === null);
}

/** Alt+T: joins all waiting orders of the recipient that may be joined. */
export function joinWaiting(): void {
  const { pack } = usePack.getState();
  if (!isOpenForPacking(pack)) return refuse();
  const ids = joinableOf(pack.parcel.together).map(({ shipmentID }) => shipmentID);
  if (ids.length === 0) return refuse();
  void change(ids);
}

/** Alt+U: lets the joined orders wait separately again. */
export function separateJoined(): void {
  const { pack } = usePack.getState();
  if (!isOpenForPacking(pack) || pack.parcel.together.joined.length === 0) return refuse();
  void change(null);
}

async function change(ids: readonly string[] | null): Promise<void> {
  const store = usePack.getState();
  const shipmentID = parcelOf(store.pack)?.shipment.id ?? "";
  const answer = await store.packTogether(shipmentID, ids);
  const now = usePack.getState();
  if (answer === null || parcelOf(now.pack)?.shipment.id !== shipmentID) return;
  if ("code" in answer) {
    refuse();
    now.showNotice({ kind: "noBox", code: answer.code, message: answer.message }, now.pack);
    // An order was bought, held or changed elsewhere: the line shows the orders as they are.
    return now.refreshParcel(shipmentID);
  }
  now.dispatchPack({
    type: "replaced",
    of: shipmentID,
    parcel: { ...answer, code: numberCode(answer.shipment.organizationShipmentID) },
  });
  const after = usePack.getState();
  const count = ids?.length ?? 0;
  after.showNotice({ kind: ids === null ? "separated" : "joined", count }, after.pack);
  await after.loadWaiting();
}
