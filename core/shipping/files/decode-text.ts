/** Decodes the bytes of text files that spreadsheet programs and shops write. */

/** Returns whether bytes begin like a ZIP archive, which every .xlsx workbook is. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/**
 * Decodes bytes as little-endian UTF-16 if they begin with its byte order mark, as UTF-8 if they
 * are valid UTF-8, otherwise as Windows-1254, which spreadsheet programs in Turkey write.
 *
 * @returns The text without a byte order mark; undefined when the bytes are not a text.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1254").decode(bytes);
  }
}
