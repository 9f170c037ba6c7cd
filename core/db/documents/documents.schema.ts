/**
 * What can be printed or downloaded as a file: one shape for a document drawn here, received from a
 * carrier, or uploaded.
 */
import { z } from "zod";
import { mediaSchema } from "./media.schema.ts";
import { lengthMmSchema } from "./paper-length.schema.ts";

/** What a printer may understand. */
export const DOCUMENT_LANGUAGES = ["ZPL", "PDF", "TSPL", "EPL"] as const;
export type DocumentLanguage = (typeof DOCUMENT_LANGUAGES)[number];

/** Languages of label printers that are sent a label as dots and nothing else. */
export type DotsLanguage = Extract<DocumentLanguage, "TSPL" | "EPL">;

/**
 * What a document may be written in. No printer understands PNG: such a document is converted for
 * each.
 */
const FILE_LANGUAGES = [...DOCUMENT_LANGUAGES, "PNG"] as const;
export type FileLanguage = (typeof FILE_LANGUAGES)[number];

/**
 * `drawn`: can be drawn again, so old ones are deleted. The others are the only copy, kept until
 * they were not used for long.
 */
const DOCUMENT_SOURCES = ["drawn", "downloaded", "uploaded"] as const;

export const documentSchema = z
  .object({
    /** SHA-256 of its bytes, hex: what it is known by. */
    hash: z.string(),
    kind: z.enum(["label"]),
    media: mediaSchema,
    language: z.enum(FILE_LANGUAGES),
    /** Density that its dots are meant for, dots per inch; 0 where its language has no dots. */
    dpi: z.number().int(),
    source: z.enum(DOCUMENT_SOURCES),
  })
  .meta({ id: "Document" });
export type Document = Readonly<z.infer<typeof documentSchema>>;

export type DocumentFile = Document & { readonly bytes: Uint8Array };

/** A document's name: the SHA-256 of its bytes. */
export const documentHashSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "The SHA-256 of a document is needed, 64 hex digits.");

/** POST /station/documents */
export const uploadDocumentSchema = z
  .strictObject({
    /** The file in base64: PDF, ZPL or PNG. */
    content: z.string(),
    /** The paper that it is meant for, mm. 100 × 150 when absent. */
    widthMm: lengthMmSchema.optional(),
    heightMm: lengthMmSchema.optional(),
    /** Of ZPL: the density that its dots are meant for. 203 when absent. */
    dpi: z.literal([203, 300, 600]).optional(),
  })
  .meta({ id: "NewDocument" });
export type UploadDocument = z.infer<typeof uploadDocumentSchema>;
