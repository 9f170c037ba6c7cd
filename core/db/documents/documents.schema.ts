/**
 * The document: a file that can be printed or downloaded. Drawn, downloaded and uploaded
 * documents share this shape.
 */
import { z } from "zod";
import { mediaSchema } from "./media.schema.ts";
import { lengthMmSchema } from "./paper-length.schema.ts";

/** Languages that a printer may understand. */
export const DOCUMENT_LANGUAGES = ["ZPL", "PDF", "TSPL", "EPL"] as const;
export type DocumentLanguage = (typeof DOCUMENT_LANGUAGES)[number];

/** Languages in which a label is sent as an image only, without commands for text or barcodes. */
export type DotsLanguage = Extract<DocumentLanguage, "TSPL" | "EPL">;

/**
 * Languages that a document may be written in. No printer understands PNG; such a document is
 * converted for each printer.
 */
const FILE_LANGUAGES = [...DOCUMENT_LANGUAGES, "PNG"] as const;
export type FileLanguage = (typeof FILE_LANGUAGES)[number];

/**
 * A drawn document can be drawn again, so it is deleted when it is old. A downloaded or uploaded
 * document cannot be drawn again, so it is deleted only when it was not used for a long time, or
 * when newer uploads need its room.
 */
const DOCUMENT_SOURCES = ["drawn", "downloaded", "uploaded"] as const;

export const documentSchema = z
  .object({
    /** SHA-256 of its bytes, hex; identifies the document. */
    hash: z.string(),
    kind: z.enum(["label"]),
    media: mediaSchema,
    language: z.enum(FILE_LANGUAGES),
    /** Density of its dots, dots per inch; 0 for an upload whose language has no dots. */
    dpi: z.number().int(),
    source: z.enum(DOCUMENT_SOURCES),
  })
  .meta({ id: "Document" });
export type Document = Readonly<z.infer<typeof documentSchema>>;

export type DocumentFile = Document & { readonly bytes: Uint8Array };

/** Id of a document: SHA-256 of its bytes. */
export const documentHashSchema = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "The SHA-256 of a document is needed, 64 hex digits.");

/** Body of POST /station/documents. */
export const uploadDocumentSchema = z
  .strictObject({
    /** The file in base64: PDF, ZPL or PNG. */
    content: z.string(),
    /** Paper size, mm. Default: 100 × 150. */
    widthMm: lengthMmSchema.optional(),
    heightMm: lengthMmSchema.optional(),
    /** Density of a ZPL document's dots. Default: 203. */
    dpi: z.literal([203, 300, 600]).optional(),
  })
  .meta({ id: "NewDocument" });
export type UploadDocument = z.infer<typeof uploadDocumentSchema>;
