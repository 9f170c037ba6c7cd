/** Plays sounds unless Settings has switched them off. */
import { play, type Sound } from "../lib/sound.ts";
import { useShared } from "./shared.ts";

/** Plays the sound when sounds are on. */
export function playIfOn(sound: Sound): void {
  const { settings } = useShared.getState();
  if (settings.sound) play(sound, settings.loudness);
}

/** Plays the sound for a key that does nothing: it came too soon, or there is nothing to act on. */
export function refuse(): void {
  playIfOn("stop");
}
