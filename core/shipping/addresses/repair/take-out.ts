/**
 * Extracts the parts of a pasted text that are recognizable by form: e-mail, telephone, postal
 * code, a labelled name. Each part is removed from the text.
 */
import { nationalDigits, normalizePhone } from "../../../base/phone.ts";
import type { Geo } from "../../geo/geo.service.ts";

/** Marks the position of a removed part. */
export const GAP = "\ue000";

/**
 * The pattern is bounded and starts only at the start of a word. Otherwise its time would grow with
 * the square of the text's length.
 */
const EMAIL = /(?<![^\s,;:<>()@])[^\s,;:<>()@]{1,64}@[^\s,;:<>()@]{1,255}\.[a-z]{2,}/i;
const PHONE =
  /(?<![\d+])(?:(?:\+|00)?90[ ().-]*|0[ ().-]*)?\(?[2-58]\d{2}\)?[ .-]*\d{3}[ .-]*\d{2}[ .-]*\d{2}(?!\d)|\+90[ ().-]*\(?[2-58]\d{2}\)?[ .-]*\d{3}[ .-]*\d{2}[ .-]*\d{2}(?!\d)/g;
const ABROAD = /(?:\+|00)(?!90)[1-9]\d[\d ().-]{6,18}\d/;
/**
 * The pattern searches backwards from a label for the white space before it. A forward search would
 * take time that grows with the cube of the amount of white space.
 */
const LABELS =
  /(?<=(?:^|[\n,;|\ue000])\s*|\s{2})(?:ad[ıi]?\s*soyad[ıi]?|al[ıi]c[ıi](?:\s*ad[ıi])?|[iİ]sim|name|m[üu]şteri)\s*:\s*([^\n,;:\ue000]+)/iu;
const OTHER_LABELS =
  /(^|[\s,;|\ue000])(?:telefon(?:\s*no)?|tel(?:\s*no)?|gsm|cep(?:\s*tel(?:efonu)?)?|phone|e-?posta|e-?mail|posta\s*kodu|pk|p\.k|adres(?:i|im)?|address|[iİ]l(?:\s*\/\s*[iİ]l[çc]e)?|[iİ]l[çc]e|teslimat\s+adresi)\s*(?:[:.]\s*)?(?=[:\ue000])\s*:?/giu;

export type TakenOut = {
  readonly rest: string;
  readonly email: string;
  readonly phone: string;
  readonly zip: string;
  readonly name: string;
};

/**
 * Extracts the parts.
 *
 * @param text Lines separated by "\n".
 * @returns The rest, with a `GAP` for each removed part.
 */
export function takeOut(geo: Pick<Geo, "listPostalCodes">, text: string): TakenOut {
  let rest = text;
  const take = (found: { readonly at: number; readonly text: string } | undefined): string => {
    if (found === undefined) return "";
    rest = `${rest.slice(0, found.at)}${GAP}${rest.slice(found.at + found.text.length)}`;
    return found.text;
  };
  const email = take(first(EMAIL, rest));
  const written = take(phoneIn(rest));
  const zip = take(postalCodeIn(geo, rest)).replace(/\D/g, "");
  rest = rest
    .replace(OTHER_LABELS, `$1${GAP}`)
    .replace(/(^|[\s,;/])(?:t[üu]rkiye|turkey)(?:\s+cumhuriyeti)?[\s.,;\ue000]*$/iu, GAP);
  const labelled = LABELS.exec(rest);
  if (labelled !== null)
    rest = `${rest.slice(0, labelled.index)}${GAP}${rest.slice(labelled.index + labelled[0].length)}`;
  return {
    rest,
    email: email.replace(/\.$/, ""),
    phone: written === "" ? "" : normalizePhone(written).phone,
    zip,
    name: (labelled?.[1] ?? "").trim(),
  };
}

function first(pattern: RegExp, text: string): { at: number; text: string } | undefined {
  const match = pattern.exec(text);
  return match === null ? undefined : { at: match.index, text: match[0] };
}

/** Finds a telephone number, preferring a mobile number. */
function phoneIn(text: string): { at: number; text: string } | undefined {
  const all = [...text.matchAll(PHONE)]
    .map((match) => ({ at: match.index, text: match[0] }))
    .filter((found) => nationalDigits(found.text) !== undefined);
  return (
    all.find((found) => nationalDigits(found.text)?.startsWith("5")) ??
    all[0] ??
    first(ABROAD, text)
  );
}

/**
 * Finds five digits that are a known postal code, or that follow the label of one. Skips digits
 * after "No", which are a house number.
 */
function postalCodeIn(
  geo: Pick<Geo, "listPostalCodes">,
  text: string,
): { at: number; text: string } | undefined {
  const labelled = /(?:posta\s*kodu|zip|pk|p\.k\.?)\s*[:.]?\s*(\d{5})(?!\d)/iu.exec(text);
  if (labelled !== null) return { at: labelled.index, text: labelled[0] };
  // loads the codes of each province once, because a text can have hundreds of numbers
  const codes = new Map<string, readonly string[]>();
  const isCode = (zip: string): boolean => {
    const province = zip.slice(0, 2);
    const known = codes.get(province) ?? geo.listPostalCodes(province);
    codes.set(province, known);
    return known.includes(zip);
  };
  const match = [...text.matchAll(/(?<![\d:+]|no[.\s]*)\b(\d{5})\b(?!\d)/giu)].findLast(([zip]) =>
    isCode(zip),
  );
  return match === undefined ? undefined : { at: match.index, text: match[0] };
}
