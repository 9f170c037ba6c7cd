/** What can be printed or downloaded as a file: one shape for a document drawn here, received from a carrier, or uploaded. */
import { z } from "zod";
import { mediaSchema } from "./media.schema.ts";

export const DOCUMENT_LANGUAGES = ["ZPL", "PDF"] as const;
export type DocumentLanguage = (typeof DOCUMENT_LANGUAGES)[number];

/** `drawn`: can be drawn again, so old ones are deleted. The others are the only copy. */
const DOCUMENT_SOURCES = ["drawn", "downloaded", "uploaded"] as const;

export const documentSchema = z.object({
  /** SHA-256 of its bytes, hex: what it is known by. */
  hash: z.string(),
  kind: z.enum(["label"]),
  media: mediaSchema,
  language: z.enum(DOCUMENT_LANGUAGES),
  source: z.enum(DOCUMENT_SOURCES),
});
export type Document = Readonly<z.infer<typeof documentSchema>>;

export type DocumentFile = Document & { readonly bytes: Uint8Array };
