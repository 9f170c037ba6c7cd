/** Commands while the label on a parcel must be scanned: open its order, or go on without the scan. */
import {
  listLabelsToScan,
  skipBrokenScanner,
  skipUnreadableLabel,
} from "../../../../core/fulfilment/packing/packing.api.ts";
import { call } from "../../../lib/bridge.ts";
import { runShared } from "../../../store/commands.ts";
import { refuse } from "../../../store/sounds.ts";
import { isLabelToScan } from "../pack-step.ts";
import { numberCode } from "../pack.slice.ts";
import { usePack } from "../use-pack.ts";

/** Opens the order whose label must be scanned, where F6 prints the label again. */
export function openLabelled(): void {
  const { pack, dispatchPack } = usePack.getState();
  const number = isLabelToScan(pack) ? Number(pack.failure.values?.["number"]) : Number.NaN;
  if (Number.isNaN(number)) return refuse();
  dispatchPack({ type: "scanned", code: numberCode(number) });
}

/** Goes on without the scan, and opens the order that was scanned before. */
async function skipScan(endpoint: "scanner" | "label"): Promise<void> {
  const { list } = await call(listLabelsToScan);
  const [first] = list;
  if (first === undefined) return refuse();
  const body = { shipmentID: first.shipmentID };
  const { nextCode } = await (endpoint === "scanner"
    ? call(skipBrokenScanner, { body })
    : call(skipUnreadableLabel, { body }));
  if (nextCode === "") usePack.getState().dispatchPack({ type: "goOn" });
  else runShared("takeCode", nextCode);
}

/** F9 while a label must be scanned: the scanner does not work. */
export function skipByF9(): void {
  skipScan("scanner").catch(refuse);
}

/** Alt+L: the label cannot be read. */
export function skipUnreadable(): void {
  if (!isLabelToScan(usePack.getState().pack)) return refuse();
  skipScan("label").catch(refuse);
}
