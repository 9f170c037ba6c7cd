/** Printing a label again, where it covers the order: why it is printed once more, or why it was not. */
import { usePack } from "./use-pack.ts";
import { ReprintFailed } from "./ReprintFailed.tsx";
import { ReprintReasons } from "./ReprintReasons.tsx";

/** @returns null unless the last reprint asks for its reason or has failed. */
export function ReprintPanel() {
  const reprint = usePack((store) => store.reprint);
  if (reprint.step === "asking") return <ReprintReasons label={reprint.label} />;
  return reprint.step === "failed" ? <ReprintFailed failure={reprint.failure} /> : null;
}
