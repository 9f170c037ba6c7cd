/** Upload of files to print. A file's type is decided by its first bytes, never by its name. */
import { webcrypto } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { errors } from "../base/errors.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { PrintingDeps } from "./deps.ts";
import type { Document, FileLanguage, UploadDocument } from "../db/documents/documents.schema.ts";
import { keepUploaded } from "../db/documents/documents.service.ts";
import { LABEL_MEDIA } from "../db/documents/media.schema.ts";
import { mediaOfZpl } from "../labels/convert/foreign-zpl.ts";
import { getLanguage } from "./languages/languages.ts";

/**
 * Languages that uploads may have; PNG is recognised separately. Other label languages can only be
 * written here, not read.
 */
const READ = ["ZPL", "PDF"] as const;
const LARGEST = 5 * 1024 * 1024;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const [UTF_16_MARK, UTF_16_SWAPPED_MARK] = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];
/** Highest number of blank bytes that are skipped before a file. */
const MAX_BLANKS = 1_024;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Stores an uploaded file, without a leading byte order mark or blanks, until thirty days after its
 * last use or until newer documents need its place. If the same file is already stored, no second
 * copy is stored, and its paper and density become those of this upload.
 *
 * @param check Throws to reject a language.
 * @returns The document, without its bytes.
 * @throws AppError E2029 when the file is not PDF, ZPL or PNG, or is larger than 5 MB; E2060 when
 * documents that wait to be printed leave no room; E2036 on a full disk.
 */
export function uploadDocument(
  deps: WriteDeps & Pick<PrintingDeps, "settings">,
  upload: UploadDocument,
  check: (language: FileLanguage) => void = () => {},
): Promise<Document> {
  const kept = before.then(() => keep(deps, upload, check));
  before = kept.catch(() => undefined);
  return kept;
}

/**
 * The last upload. Uploads are stored one after the other, because each blocks the thread twice for
 * about ten milliseconds; other calls run between uploads.
 */
let before: Promise<unknown> = Promise.resolve();

async function keep(
  deps: WriteDeps & Pick<PrintingDeps, "settings">,
  { content, widthMm, heightMm, dpi = 203 }: UploadDocument,
  check: (language: FileLanguage) => void,
): Promise<Document> {
  await setImmediate();
  const bytes = withoutBlanks(inUtf8(Buffer.from(content, "base64")));
  if (bytes.length > LARGEST) throw errors.fileUnreadable("The file is larger than 5 MB.");
  const language = languageOf(bytes);
  if (language === undefined)
    throw errors.fileUnreadable("The file is not a PDF, ZPL or PNG file.");
  check(language);
  const usual = language === "ZPL" ? mediaOfZpl(bytes, dpi, LABEL_MEDIA) : LABEL_MEDIA;
  const media = { widthMm: widthMm ?? usual.widthMm, heightMm: heightMm ?? usual.heightMm };
  // The digest is computed off the main thread.
  const hash = Buffer.from(await webcrypto.subtle.digest("SHA-256", bytes)).toString("hex");
  const document: Document = {
    hash,
    kind: "label",
    media,
    language,
    dpi: language !== "PNG" && getLanguage(language).hasDots ? dpi : 0,
    source: "uploaded",
  };
  keepUploaded(deps, { ...document, bytes });
  return document;
}

/** Decodes UTF-16, in which some editors save ZPL, by its byte order mark. */
function inUtf8(bytes: Buffer): Buffer {
  const mark = bytes.subarray(0, 2);
  const isSwapped = UTF_16_SWAPPED_MARK.equals(mark);
  if (!isSwapped && !UTF_16_MARK.equals(mark)) return bytes;
  const letters = bytes.subarray(2, bytes.length - (bytes.length % 2));
  return Buffer.from((isSwapped ? Buffer.from(letters).swap16() : letters).toString("utf16le"));
}

/**
 * Removes a byte order mark and blanks before a file. Some programs write them, and printers would
 * print them as text.
 */
function withoutBlanks(bytes: Buffer): Buffer {
  let at = BYTE_ORDER_MARK.equals(bytes.subarray(0, BYTE_ORDER_MARK.length))
    ? BYTE_ORDER_MARK.length
    : 0;
  while (at < MAX_BLANKS && isBlank(bytes[at])) at += 1;
  return bytes.subarray(at);
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function languageOf(bytes: Uint8Array): FileLanguage | undefined {
  if (PNG_SIGNATURE.equals(bytes.subarray(0, PNG_SIGNATURE.length))) return "PNG";
  return READ.find((language) => getLanguage(language).begins(bytes));
}
