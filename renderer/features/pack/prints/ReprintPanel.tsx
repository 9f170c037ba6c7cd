/** Panel of a reprint over the order: asks for its reason, or shows why it failed. */
import { useEffect } from "react";
import { REPRINT_REASONS } from "../../../../core/printing/printing.schema.ts";
import { leaveScanField } from "../../../lib/focus.ts";
import { ReprintReasons } from "../../../ui/ReprintReasons.tsx";
import { reprintFor } from "../pack-commands.ts";
import { usePack } from "../use-pack.ts";
import { ReprintFailed } from "./ReprintFailed.tsx";

/**
 * Asks for the reason of a reprint, or shows why the reprint failed.
 *
 * @returns null unless the last reprint asks for its reason or has failed.
 */
export function ReprintPanel() {
  const reprint = usePack((store) => store.reprint);
  // The digits answer the question, and are not typed after what the scan field has.
  useEffect(leaveScanField, []);
  if (reprint.step === "asking")
    return (
      <ReprintReasons
        order={reprint.label.orderNumber}
        onChoose={(reason) => void reprintFor(REPRINT_REASONS.indexOf(reason))}
      />
    );
  return reprint.step === "failed" ? <ReprintFailed failure={reprint.failure} /> : null;
}
