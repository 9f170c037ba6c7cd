/** The main process knows whether an order is open here: no update is installed then. */
import { invoke } from "../lib/bridge.ts";
import { useStore } from "./store.ts";

/** @returns How to stop. */
export function reportWork(): () => void {
  let reported = false;
  return useStore.subscribe(({ openOrder, pack }) => {
    // A label that was bought may stay on the screen overnight.
    const isAtWork = openOrder.is !== "none" && pack.step !== "bought" && pack.step !== "closed";
    if (isAtWork === reported) return;
    reported = isAtWork;
    void invoke("window:atWork", { isAtWork }).catch(() => {});
  });
}
