/** Sounds, unless Settings has switched them off. */
import { play, type Sound } from "../lib/sound.ts";
import { useShared } from "./shared.ts";

/** Plays the sound when sounds are on. */
export function playIfOn(sound: Sound): void {
  if (useShared.getState().settings.sound) play(sound);
}

/** The sound for a key that does nothing: it came too soon, or there is nothing to act on. */
export function refuse(): void {
  playIfOn("stop");
}
