/** Encodes the bytes of a dropped file. */

/** Returns the bytes in base64. */
export function base64Of(bytes: Uint8Array): string {
  let text = "";
  // Converted in chunks, because a whole file as arguments would overflow the stack.
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
