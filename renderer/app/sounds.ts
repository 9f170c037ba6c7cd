/** Says results to the ear: done, stopped, a question. */
import { pairingOf } from "../features/integrations/pairings.slice.ts";
import { questionOf } from "../features/printing/printing.slice.ts";
import { play } from "../lib/sound.ts";
import { useDesk } from "./store.ts";

/** @returns How to stop. */
export function playResults(): () => void {
  return useDesk.subscribe((now, before) => {
    if (!now.settings.sound) return;
    const asked = questionOf(now) ?? pairingOf(now);
    if (asked !== null && asked.id !== (questionOf(before) ?? pairingOf(before))?.id) play("ask");
    else if (now.pack.step === "failed" && before.pack.step !== "failed") play("stop");
    else if (now.last !== before.last && now.last !== null) play("done");
  });
}
