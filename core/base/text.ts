/** Text folding: one fold for data and for what is looked up in it, so that "kadikoy" finds "Kadıköy". */

/** Turkish lower case, dotless ı as i, marks stripped, spaces collapsed. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // toLowerCase makes "i" and a dot of İ, and "i" of I; what it leaves of Turkish is the dotless ı.
  const plain = /^[\x20-\x7e]*$/.test(lower) ? lower : lower.replaceAll("ı", "i").normalize("NFD").replace(/\p{M}/gu, "");
  return plain.replace(/\s+/g, " ").trim();
}

/** Text for the content or a quoted attribute of HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}
