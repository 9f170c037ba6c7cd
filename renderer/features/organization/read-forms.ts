/** Reading what a person types about the sender and a top-up. Pure: every field that is wrong is named at once. */

export type SenderFields = {
  readonly name: string;
  readonly phone: string;
  readonly address1: string;
  readonly cityCode: string;
  readonly districtID: string;
  readonly zip: string;
};
export type SenderField = keyof SenderFields;
/** As POST and PATCH /addresses take it. */
export type Sender = { readonly name: string; readonly phone: string; readonly address1: string; readonly countryCode: "TR"; readonly cityCode: string; readonly districtID: number; readonly zip: string };

const SHORTEST_NAME = 4;
const TURKISH_PHONE = /^(?:\+90|0090|90|0)?([1-9]\d{9})$/;

export function readSender(fields: SenderFields): { readonly sender: Sender } | { readonly wrong: ReadonlySet<SenderField> } {
  const name = fields.name.trim();
  const address1 = fields.address1.trim();
  const zip = fields.zip.trim();
  const phone = TURKISH_PHONE.exec(fields.phone.replaceAll(/[\s().-]/g, ""))?.[1];
  const wrong = new Set<SenderField>();
  if ([...name].length < SHORTEST_NAME) wrong.add("name");
  if (phone === undefined) wrong.add("phone");
  if (address1 === "") wrong.add("address1");
  if (fields.cityCode === "") wrong.add("cityCode");
  if (fields.districtID === "") wrong.add("districtID");
  if (!/^(?:\d{5})?$/.test(zip)) wrong.add("zip");
  if (wrong.size > 0 || phone === undefined) return { wrong };
  return { sender: { name, phone: `+90${phone}`, address1, countryCode: "TR", cityCode: fields.cityCode, districtID: Number(fields.districtID), zip } };
}

/** More than any transfer; the core's own limit for one entry. */
const LARGEST = 1_000_000_000;

/**
 * An amount as it is written in Turkish or in English. A separator with three digits behind it groups thousands, for
 * money has two decimals. A leading zero groups nothing: "0.001" is no amount.
 *
 * @returns "1250.50", or undefined when it is no amount above zero.
 */
export function readAmount(text: string): string | undefined {
  const amount = text.trim().replace(/\s*(?:TL|TRY|₺)$/i, "");
  const match = /^(?<whole>[1-9]\d{0,2}(?<group>[.,])\d{3}(?:\k<group>\d{3})*|\d+)(?:(?<point>[.,])(?<part>\d{1,2}))?$/.exec(amount)?.groups;
  if (match === undefined || (match["group"] !== undefined && match["group"] === match["point"])) return undefined;
  const whole = (match["whole"] ?? "").replaceAll(/[.,]/g, "");
  const value = `${BigInt(whole)}.${(match["part"] ?? "").padEnd(2, "0")}`;
  return Number(value) > 0 && Number(value) <= LARGEST ? value : undefined;
}
