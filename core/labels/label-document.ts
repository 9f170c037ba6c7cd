/** Makes the document of a carrier's own label, as it came. */
import type { DocumentFile, FileLanguage } from "../db/documents/documents.schema.ts";
import { documentOf } from "../db/documents/documents.service.ts";
import { LABEL_MEDIA } from "../db/documents/media.schema.ts";
import type { CarrierFile } from "../shipping/carriers/carrier.ts";

/** A label of one parcel has some kilobytes; a picture of it below a megabyte. */
const LARGEST_BYTES = 4 * 1024 * 1024;
/** Carriers write ZPL for 203 dpi unless they say otherwise. */
const ZPL_DPI = 203;

type Kind = {
  readonly language: FileLanguage;
  readonly dpi: number;
  /** Bytes that each file of the type contains near its start. */
  readonly mark: Buffer;
};

const KINDS: Readonly<Record<CarrierFile["type"], Kind>> = {
  "application/zpl": { language: "ZPL", dpi: ZPL_DPI, mark: Buffer.from("^XA") },
  "application/pdf": { language: "PDF", dpi: 0, mark: Buffer.from("%PDF-") },
  "image/png": { language: "PNG", dpi: 0, mark: Buffer.from("\x89PNG", "latin1") },
};
/** Fonts and pictures may be in front of a ZPL label's start. */
const SEARCHED_BYTES = 1024 * 1024;

/**
 * Makes the document of a label.
 *
 * @returns Undefined when the file is not of its type, such as an error page, or is too large.
 */
export function labelDocumentOf({ type, bytes }: CarrierFile): DocumentFile | undefined {
  const { language, dpi, mark } = KINDS[type];
  if (bytes.byteLength > LARGEST_BYTES) return undefined;
  const start = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(SEARCHED_BYTES, bytes.byteLength),
  );
  if (!start.includes(mark)) return undefined;
  return documentOf(bytes, {
    kind: "label",
    media: LABEL_MEDIA,
    language,
    dpi,
    source: "downloaded",
  });
}
