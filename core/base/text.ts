/** Text folding: one fold for data and for what is looked up in it, so that "kadikoy" finds "Kadıköy". */

/** Turkish lower case, dotless ı as i, marks stripped, spaces collapsed. */
export function fold(text: string): string {
  return text
    .toLocaleLowerCase("tr")
    .replaceAll("ı", "i")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}
