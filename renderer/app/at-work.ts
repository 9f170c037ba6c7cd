/**
 * Reports to the main process whether an order is open here, because no update is installed while
 * one is open.
 */
import { invoke } from "../lib/bridge.ts";
import { useStore } from "./store.ts";

/**
 * Reports each change from "order open" to "no order open" and back.
 *
 * @returns Function that unsubscribes.
 */
export function reportWork(): () => void {
  let reported = false;
  return useStore.subscribe(({ openOrder, pack }) => {
    // A bought label may stay on the screen overnight; it does not count as work.
    const isAtWork = openOrder.is !== "none" && pack.step !== "bought" && pack.step !== "closed";
    if (isAtWork === reported) return;
    reported = isAtWork;
    void invoke("window:atWork", { isAtWork }).catch(() => {});
  });
}
