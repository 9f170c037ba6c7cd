/**
 * Control barcodes at the station: a scan does what the key does, with the same half-second guard.
 * Control barcodes for an order act only on the open order, never on an earlier one.
 */
import {
  CONTROL_CODES,
  type ControlName,
} from "../../../../core/fulfilment/papers/control-codes.schema.ts";
import { runShared } from "../../../store/commands.ts";
import { HOME_VIEW } from "../../../store/navigation.slice.ts";
import { isKeySettled, noteKey } from "../../../store/shown.ts";
import { refuse } from "../../../store/sounds.ts";
import { chooseTemplate, holdOrRelease, openNext } from "../order-commands.ts";
import { askUndo, buy, reprint } from "../pack-commands.ts";
import { isBlockedByPrinter, parcelOf } from "../pack-step.ts";
import { usePack } from "../use-pack.ts";

const NAMES: ReadonlyMap<string, ControlName> = new Map(
  Object.entries(CONTROL_CODES).map(([name, code]) => [code, name as ControlName]),
);

/**
 * Runs the command of a scanned control barcode. @returns Whether the code was a control barcode.
 */
export function takeControlCode(code: string): boolean {
  const name = NAMES.get(code.trim().toUpperCase());
  if (name === undefined) return false;
  const at = performance.now();
  // Treats the barcode like a key: a code read twice in a row acts once.
  if (!isKeySettled(code, at)) {
    refuse();
    return true;
  }
  noteKey(code, at);
  act(name);
  return true;
}

function act(name: ControlName): void {
  const store = usePack.getState();
  const { pack } = store;
  const isHome = store.view === HOME_VIEW && store.asked === null;
  const hasOrder = parcelOf(pack) !== null && isHome;
  switch (name) {
    case "yes":
    case "no":
      return store.asked === null ? refuse() : runShared("answer", name === "yes");
    case "buy":
      return hasOrder &&
        store.overlay === null &&
        (pack.step === "offers" || isBlockedByPrinter(pack))
        ? buy()
        : refuse();
    case "next":
      return isHome && (pack.step === "empty" || pack.step === "bought" || pack.step === "closed")
        ? openNext()
        : refuse();
    case "reprint":
      return hasOrder ? void reprint() : refuse();
    case "cancel":
      return hasOrder ? askUndo() : refuse();
    case "hold":
      return hasOrder ? holdOrRelease() : refuse();
    default:
      return hasOrder ? chooseTemplate(Number(name.slice(3)) - 1) : refuse();
  }
}
