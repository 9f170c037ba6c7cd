/** Buys the open order without a key when a rule buys it at once and this desk is ready. */
import { needsHelp } from "../../../ui/PrinterMark.tsx";
import { missingBalance, missingPieces } from "./may-buy.ts";
import { usePack } from "../use-pack.ts";
import { buysAtOnce } from "./buy-at-once.ts";

/**
 * Buys at once, or leaves the purchase to a person when the printer, the balance, an open question
 * or a typed code stops it now: nothing is bought later, while nobody looks. Items that must still
 * be scanned only delay the purchase, because their scan continues it.
 */
export function buyAtOnceWhenReady(): void {
  const store = usePack.getState();
  const { pack, desk, typed, overlay, asked, dispatchPack } = store;
  if (!buysAtOnce(pack) || missingPieces(store) > 0) return;
  const printer = desk.step === "ready" ? desk.facts.labelPrinter : null;
  const isReady =
    printer !== null &&
    !needsHelp(printer.state) &&
    missingBalance(store) === null &&
    typed === "" &&
    overlay === null &&
    asked === null;
  dispatchPack({ type: isReady ? "buyAtOnce" : "confirmFirst" });
}
