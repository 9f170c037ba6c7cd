/** Decodes answers, some of which Turkish carriers send in an older Turkish encoding. */

/**
 * Decodes an answer by the charset of its content type, else by its XML declaration, else as UTF-8.
 * An unknown charset counts as UTF-8.
 */
export function decodeBody(bytes: Buffer, headers: Readonly<Record<string, string>>): string {
  const start = bytes.toString("latin1", 0, 200);
  const label =
    /charset=["']?([\w-]+)/i.exec(headers["content-type"] ?? "")?.[1] ??
    /^\s*<\?xml[^>]*encoding=["']([\w-]+)/.exec(start)?.[1] ??
    "utf-8";
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
