/** Says results to the ear: done, stopped, a question. */
import { play } from "../lib/sound.ts";
import { useDesk } from "./store.ts";

/** @returns How to stop. */
export function playResults(): () => void {
  return useDesk.subscribe((now, before) => {
    if (!now.settings.sound) return;
    if (now.asked !== before.asked && now.asked !== null && now.asked.kind !== "undo") play("ask");
    else if (now.pack.step === "failed" && before.pack.step !== "failed") play("stop");
    else if (now.last !== before.last && now.last !== null) play("done");
  });
}
