/** Lets the ear know results: done, stopped, a question. */
import type { Sound } from "../lib/sound.ts";
import { playIfOn } from "../store/sounds.ts";
import type { Store } from "./features.ts";
import { PARTS, QUESTIONS } from "./parts.ts";
import { useStore } from "./store.ts";

/** @returns How to stop. */
export function playResults(): () => void {
  return useStore.subscribe((now, before) => {
    const sound = soundOf(now, before);
    if (sound !== null) playIfOn(sound);
  });
}

/** A question that has come is louder than what the features have done. */
function soundOf(now: Store, before: Store): Sound | null {
  const { asked } = now;
  if (
    asked !== before.asked &&
    asked !== null &&
    QUESTIONS.find(({ name }) => name === asked.overlay)?.isPackersOwn !== true
  )
    return "ask";
  for (const part of PARTS) {
    const sound = part.soundOf?.(now, before) ?? null;
    if (sound !== null) return sound;
  }
  return null;
}
