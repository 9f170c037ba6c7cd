/**
 * Reduces a paper size to the fields that may be sent to a thread, since callers may pass a whole
 * printer.
 */
import type { Media } from "../db/documents/media.schema.ts";

/** Returns the sides of a paper, mm, without any other field. */
export function sizeOf({ widthMm, heightMm }: Media): Media {
  return { widthMm, heightMm };
}
