/** Only what is known to cross to a thread: callers may pass a whole printer. */
import type { Media } from "../db/documents/media.schema.ts";

/** @returns The sides alone, mm. */
export function sizeOf({ widthMm, heightMm }: Media): Media {
  return { widthMm, heightMm };
}
