/**
 * The other desks see which order is open at this one: the core is told when another one is opened,
 * or it is bought or left.
 */
import { notePacking } from "../../core/fulfilment/packing/packing.api.ts";
import { call } from "../lib/bridge.ts";
import { isJoined } from "../store/sync.slice.ts";
import type { Store } from "./features.ts";
import { useStore } from "./store.ts";

/** What the core was told last; undefined: it knows nothing, as after its start. */
type Told = string | null | undefined;

/** @returns How to stop. */
export function reportPacking(): () => void {
  let told: Told;
  return useStore.subscribe((now) => {
    if (now.coreState !== "running" || !isJoined(now)) {
      told = undefined;
      return;
    }
    const open = openAt(now);
    if (open === told) return;
    told = open;
    // Without an answer the order is merely not marked at other desks.
    void call(notePacking, { body: { shipmentID: open } }).catch(() => undefined);
  });
}

/** A label that was bought may stay on the screen overnight. */
function openAt({ openOrder, pack }: Pick<Store, "openOrder" | "pack">): string | null {
  return pack.step === "bought" || pack.step === "closed" ? null : openOrder.shipmentID;
}
