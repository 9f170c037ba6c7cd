/**
 * Masks secrets and personal data in JSON text, by the names of its fields. It works on text, not on parsed values,
 * because what is shown may be cut off anywhere.
 */

const PERSONAL = ["name", "shortName", "phone", "email", "address1", "address2", "streetName", "zip", "taxNumber", "notes", "username", "recipientName"];
/** Links that open a label without a token are secrets too. */
const SECRET = ["headerValue", "labelURL", "responsiveLabelURL", "authorization", "dataURL"];
const SECRET_WORD = /pass|secret|token|api_?key|credential|pin$|cvv|card_?number/i;
const HIDDEN = new Set([...PERSONAL, ...SECRET].map((name) => name.toLowerCase()));

/** A name and its value; the value may be cut off. Objects and lists are not values here: their fields come by themselves. */
const FIELD = /"((?:[^"\\]|\\.){1,80})"(\s*:\s*)("(?:[^"\\]|\\.)*(?:"|\\?$)|-?\d[\d.eE+-]*)/g;

export function maskJson(text: string): string {
  return text.replace(FIELD, (whole, name: string, colon: string, value: string) => {
    if (value === '""' || !isHidden(name)) return whole;
    return `"${name}"${colon}"***"`;
  });
}

/** @param url A path with its query. What people search for is personal. */
export function maskPath(url: string): string {
  const [path, query] = url.split("?", 2);
  if (query === undefined) return url;
  const shown = query.split("&").map((pair) => {
    const [name] = pair.split("=", 1);
    return name === "filter" || isHidden(name ?? "") ? `${name}=***` : pair;
  });
  return `${path}?${shown.join("&")}`;
}

function isHidden(name: string): boolean {
  return HIDDEN.has(name.toLowerCase()) || SECRET_WORD.test(name);
}
