/** Plays a sound for each result and for each question that the packer did not open. */
import type { Sound } from "../lib/sound.ts";
import { playIfOn } from "../store/sounds.ts";
import type { Store } from "./features.ts";
import { PARTS, QUESTIONS } from "./parts.ts";
import { useStore } from "./store.ts";

/**
 * Subscribes to the store.
 *
 * @returns Function that unsubscribes.
 */
export function playResults(): () => void {
  return useStore.subscribe((now, before) => {
    const sound = soundOf(now, before);
    if (sound !== null) playIfOn(sound);
  });
}

/** Returns the sound for a change; a new question takes precedence over the features' sounds. */
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
