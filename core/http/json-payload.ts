/** The body of a call that comes in without a socket, as JSON. */

/** Escaping so many characters takes some milliseconds at most. */
const PIECE = 512 * 1024;

/**
 * A body with a long text among its fields (a whole order file) is written piece by piece, with a
 * turn for other work between: without pauses it would delay a purchase.
 */
export async function jsonPayload(body: unknown): Promise<string | Buffer> {
  if (typeof body !== "object" || body === null || !Object.values(body).some(isLong))
    return JSON.stringify(body);
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(body) satisfies [string, unknown][]) {
    if (value === undefined) continue;
    parts.push(Buffer.from(`${parts.length === 0 ? "{" : ","}${JSON.stringify(name)}:`));
    if (!isLong(value)) {
      parts.push(Buffer.from(JSON.stringify(value)));
      continue;
    }
    for (let at = 0; at < value.length; at += PIECE) {
      // A pair that the cut parts is written as two escapes, which stand for the same character.
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
