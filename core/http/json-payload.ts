/** Encodes the body of a call without a socket as JSON. */

/** Number of characters that are escaped at once, which takes at most some milliseconds. */
const PIECE = 512 * 1024;

/**
 * Encodes a body. A long text among its fields (a whole order file) is encoded in pieces, with
 * pauses for other work; without pauses it would delay a purchase. After another long body (a whole
 * price list) other work gets a turn before the body is parsed.
 */
export async function jsonPayload(body: unknown): Promise<string | Buffer> {
  if (typeof body !== "object" || body === null || !Object.values(body).some(isLong)) {
    const text = JSON.stringify(body);
    if (isLong(text)) await new Promise((resolve) => setImmediate(resolve));
    return text;
  }
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(body) satisfies [string, unknown][]) {
    if (value === undefined) continue;
    parts.push(Buffer.from(`${parts.length === 0 ? "{" : ","}${JSON.stringify(name)}:`));
    if (!isLong(value)) {
      parts.push(Buffer.from(JSON.stringify(value)));
      continue;
    }
    for (let at = 0; at < value.length; at += PIECE) {
      // A surrogate pair that the cut splits is encoded as two escapes of the same character.
      const piece = JSON.stringify(value.slice(at, at + PIECE)).slice(1, -1);
      parts.push(
        Buffer.from(`${at === 0 ? '"' : ""}${piece}${at + PIECE >= value.length ? '"' : ""}`),
      );
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return Buffer.concat([...parts, Buffer.from("}")]);
}

function isLong(value: unknown): value is string {
  return typeof value === "string" && value.length > PIECE;
}
