/**
 * Reports to the core which order is open here, so that other stations show it. Reports when
 * another order is opened, and when the order is bought or left.
 */
import { notePacking } from "../../core/fulfilment/packing/packing.api.ts";
import { call } from "../lib/bridge.ts";
import { isJoined } from "../store/sync.slice.ts";
import type { Store } from "./features.ts";
import { useStore } from "./store.ts";

/**
 * Order last reported to the core; null: reported that none is open; undefined: nothing reported
 * since the core's start.
 */
type Reported = string | null | undefined;

/**
 * Reports each change of the open order.
 *
 * @returns Function that unsubscribes.
 */
export function reportPacking(): () => void {
  let reported: Reported;
  return useStore.subscribe((now) => {
    if (now.coreState !== "running" || !isJoined(now)) {
      reported = undefined;
      return;
    }
    const open = openAt(now);
    if (open === reported) return;
    reported = open;
    // Without an answer, other stations merely do not show the order as open.
    void call(notePacking, { body: { shipmentID: open } }).catch(() => undefined);
  });
}

/**
 * Returns the order that is open, or null. A bought label may stay on the screen overnight; its
 * order no longer counts as open.
 */
function openAt({ openOrder, pack }: Pick<Store, "openOrder" | "pack">): string | null {
  return pack.step === "bought" || pack.step === "closed" ? null : openOrder.shipmentID;
}
