/**
 * Bitmaps as ZPL's hex data with repeat counts, for printers that cannot decode Z64. A row consists
 * of hex digits; a count before a digit repeats the digit (G–Y are 1–19, g–z are 20–400; one of
 * each may be combined). "," fills the rest of the row with white, ":" repeats the row above. "!"
 * (fill with black) is not written, because some printers draw it incorrectly.
 */
const DIGITS = "0123456789ABCDEF";
const HIGHEST_COUNT = 419;
const ONES = 70; // "F": the character before the count 1
const TWENTIES = 102; // "f": the character before the count 20

const [COMMA, COLON] = [44, 58];

/** Encodes rows as digits, counts, commas and colons. */
export function hexData(rows: Uint8Array, bytesPerRow: number): string {
  const out: string[] = [];
  for (let at = 0; at < rows.length; at += bytesPerRow) {
    const row = rows.subarray(at, at + bytesPerRow);
    out.push(at > 0 && isSameAsAbove(rows, at, bytesPerRow) ? ":" : hexRow(row));
  }
  return out.join("");
}

function isSameAsAbove(rows: Uint8Array, at: number, bytesPerRow: number): boolean {
  for (let i = at; i < at + bytesPerRow; i++) if (rows[i] !== rows[i - bytesPerRow]) return false;
  return true;
}

function hexRow(row: Uint8Array): string {
  let end = row.length * 2;
  while (end > 0 && digitAt(row, end - 1) === 0) end--;
  let out = "";
  for (let i = 0; i < end;) {
    const digit = digitAt(row, i);
    let next = i + 1;
    while (next < end && digitAt(row, next) === digit) next++;
    out += runOf(DIGITS[digit] ?? "0", next - i);
    i = next;
  }
  return end === row.length * 2 ? out : `${out},`;
}

function digitAt(row: Uint8Array, i: number): number {
  const byte = row[i >> 1] ?? 0;
  return (i & 1) === 0 ? byte >> 4 : byte & 0xf;
}

function runOf(digit: string, length: number): string {
  let out = "";
  let left = length;
  for (; left > HIGHEST_COUNT; left -= HIGHEST_COUNT) out += `zY${digit}`;
  if (left === 1) return out + digit;
  const [twenties, ones] = [Math.floor(left / 20), left % 20];
  return `${out}${twenties > 0 ? String.fromCharCode(TWENTIES + twenties) : ""}${ones > 0 ? String.fromCharCode(ONES + ones) : ""}${digit}`;
}

/**
 * Reads the output of `hexData`: each row ends with its last digit or with ",", or is the ":" that
 * repeats the row above.
 *
 * @param length Expected number of bytes.
 * @returns Undefined when the data has another number of bytes, an unknown character, or a count or
 *   repetition in a wrong place.
 */
export function readHex(data: string, length: number, bytesPerRow: number): Uint8Array | undefined {
  const rows = new Uint8Array(length);
  const digitsPerRow = bytesPerRow * 2;
  let [row, column, count] = [0, 0, 0];
  for (let i = 0; i < data.length; i++) {
    const code = data.charCodeAt(i);
    if (row >= length) return undefined;
    if (code > ONES && code <= 89) count += code - ONES;
    else if (code > TWENTIES && code <= 122) count += (code - TWENTIES) * 20;
    else if (code === COMMA || code === COLON) {
      if (count > 0 || (code === COLON && (column > 0 || row === 0))) return undefined;
      if (code === COLON) rows.copyWithin(row, row - bytesPerRow, row);
      column = digitsPerRow;
    } else {
      const digit = DIGITS.indexOf(data[i] ?? "");
      const until = column + Math.max(1, count);
      if (digit < 0 || until > digitsPerRow) return undefined;
      if (digit > 0) fill(rows, row, { from: column, until, digit });
      column = until;
      count = 0;
    }
    if (column === digitsPerRow) {
      row += bytesPerRow;
      column = 0;
    }
  }
  return row === length && column === 0 && count === 0 ? rows : undefined;
}

function fill(
  rows: Uint8Array,
  row: number,
  { from, until, digit }: { readonly from: number; readonly until: number; readonly digit: number },
): void {
  for (let i = from; i < until; i++) {
    const byte = row + (i >> 1);
    rows[byte] = (rows[byte] ?? 0) | ((i & 1) === 0 ? digit << 4 : digit);
  }
}
