/** Handles codes of the scanner and the scan field on the Pack screen. */
import { MISSING_PAPERS_ID } from "../../../lib/focus.ts";
import { setFieldText } from "../../../lib/scanner.ts";
import { isScanSettled } from "../../../store/shown.ts";
import { takeBox } from "../order-commands.ts";
import { numberCode } from "../pack.slice.ts";
import { usePack } from "../use-pack.ts";
import { takeItem } from "./item-commands.ts";

/**
 * Opens the order of a code from the scanner or the scan field. The code of an item of the open
 * order counts a piece instead, a box's code chooses the box, and any other code is the number that
 * the order lacks while the field for this number has the focus.
 *
 * @param isScan A rule may buy at once only an order that the scanner opened.
 */
export function takeCode(code: string, isScan = false): void {
  if (takeItem(code) || takeBox(code) || takeNumber(code)) return;
  open(code, isScan);
}

/** Writes a code in the field of a number that the order lacks. @returns Whether it has the focus. */
function takeNumber(code: string): boolean {
  const { activeElement } = document;
  const field = activeElement?.closest<HTMLInputElement>(`#${MISSING_PAPERS_ID} input`) ?? null;
  if (field === null) return false;
  setFieldText(field, code);
  return true;
}

/** Opens the shipment of this number. */
export function openNumber(number: number): void {
  open(numberCode(number));
}

function open(code: string, isScan = false): void {
  const store = usePack.getState();
  if (store.pack.step === "wrongLabel" && store.pack.other.code === code && !isScanSettled())
    return;
  store.keepPurchase();
  store.dismissReprint();
  store.dismissHold();
  store.showToday(false);
  store.forgetNotice();
  store.dispatchPack({ type: "scanned", code, ...(isScan ? { isScan } : {}) });
}
