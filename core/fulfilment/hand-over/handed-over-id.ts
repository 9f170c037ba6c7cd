/** Makes the id of a label's row in `handed_over`. */
import { derivedId } from "../../base/derived-id.ts";

/** Returns the same id at each station, so that a label counts once wherever it is scanned. */
export function handedOverID(transactionID: string): string {
  return derivedId("handed over", transactionID);
}
