/** Writes the labels of the simulated DHL eCommerce: ZPL, 100 × 150 mm at 203 dpi. */

/** Data of a label. */
export type DhlLabel = {
  readonly barcode: string;
  readonly shipmentId: string;
  readonly reference: string;
  readonly name: string;
  readonly address: string;
  readonly place: string;
};

const WIDTH_DOTS = 799;
const HEIGHT_DOTS = 1_199;
const MARGIN_DOTS = 40;
const BLOCK_DOTS = WIDTH_DOTS - 2 * MARGIN_DOTS;

/** Writes one label with the barcode in Code 128. */
export function dhlLabel(label: DhlLabel): string {
  const { barcode, shipmentId, reference, name, address, place } = label;
  return [
    "^XA",
    "^CI28",
    `^PW${WIDTH_DOTS}`,
    `^LL${HEIGHT_DOTS}`,
    "^LH0,0",
    textAt(40, 48, 1, "DHL eCommerce"),
    textAt(100, 28, 1, "SIMULATED - NOT A SHIPMENT"),
    textAt(180, 40, 2, name),
    textAt(280, 32, 4, address),
    textAt(440, 40, 2, place),
    `^FO${MARGIN_DOTS},560^BY2^BCN,260,N,N,N,N^FH^FD${escaped(barcode)}^FS`,
    textAt(840, 36, 1, barcode),
    textAt(920, 32, 1, `No. ${shipmentId}`),
    textAt(970, 28, 1, `Ref. ${reference}`),
    "^XZ",
  ].join("\n");
}

function textAt(top: number, height: number, lines: number, text: string): string {
  return `^FO${MARGIN_DOTS},${top}^A0N,${height},${height}^FB${BLOCK_DOTS},${lines},4^FH^FD${escaped(text)}^FS`;
}

/** Writes characters other than letters, digits and spaces as hexadecimal bytes. */
function escaped(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[A-Za-z0-9 ]/.test(letter)
        ? letter
        : `_${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");
}
