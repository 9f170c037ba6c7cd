/**
 * Normalizes telephone numbers as people write them, and formats them. Turkish numbers may lack
 * their country code.
 */

/**
 * Digits of a Turkish number without its 0: a mobile number starts with 5, a geographic number with
 * 2 to 4, other numbers with 8.
 */
const NATIONAL = /^[2-58]\d{9}$/;

/**
 * Finds the ten digits of a Turkish number that is written in any form; undefined for another
 * number.
 */
export function nationalDigits(text: string): string | undefined {
  const digits = text.replace(/\D/g, "").replace(/^00/, "");
  const national =
    digits.length === 12 && digits.startsWith("90")
      ? digits.slice(2)
      : digits.length === 11 && digits.startsWith("0")
        ? digits.slice(1)
        : digits;
  return NATIONAL.test(national) && !/^\s*\+(?!90)/.test(text) ? national : undefined;
}

/**
 * Normalizes a number: "+905321234567" for "0532 123 45 67", "+4930123456" for "0049 30 123456".
 *
 * @returns `isUsual` false when the text is not in the form of a known telephone number; `phone` is
 *   then the typed text, trimmed.
 */
export function normalizePhone(text: string): {
  readonly phone: string;
  readonly isUsual: boolean;
} {
  const national = nationalDigits(text);
  if (national !== undefined) return { phone: `+90${national}`, isUsual: true };
  const abroad = /^\s*(?:\+|00)([1-9][\d\s().-]{6,24})$/.exec(text)?.[1]?.replace(/\D/g, "");
  const isAbroad =
    abroad !== undefined && abroad.length >= 8 && abroad.length <= 15 && !abroad.startsWith("90");
  return isAbroad ? { phone: `+${abroad}`, isUsual: true } : { phone: text.trim(), isUsual: false };
}

/** Digits of call centre numbers such as 444 1 234. */
const FEWEST_DIGITS = 7;

/** Returns whether a typed number has too few digits to be called; false for an empty text. */
export function isShortPhone(text: string): boolean {
  return text.trim() !== "" && text.replace(/\D/g, "").length < FEWEST_DIGITS;
}

/**
 * Formats a Turkish number as it is read aloud: "0532 123 45 67". Any other number stays unchanged.
 */
export function phoneText(phone: string): string {
  const national = nationalDigits(phone);
  return national === undefined
    ? phone
    : `0${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6, 8)} ${national.slice(8)}`;
}
