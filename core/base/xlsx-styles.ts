/**
 * Styles of workbook cells: the few that our sheets use, with the part of the file that defines
 * them.
 */
const FORMATS = { measure: "#,##0.###", money: "#,##0.00", time: "dd.mm.yyyy hh:mm" } as const;
/** The lowest number of a custom format. */
const FIRST_FORMAT = 164;

type Look = {
  readonly format?: keyof typeof FORMATS;
  readonly isBold?: true;
  readonly align?: "left" | "right";
  readonly isUnderlined?: true;
};

/** Cells refer to a style by its index; the first style applies to every cell without a style. */
const STYLES = {
  plain: {},
  headLeft: { isBold: true, align: "left", isUnderlined: true },
  headRight: { isBold: true, align: "right", isUnderlined: true },
  measure: { format: "measure" },
  money: { format: "money" },
  time: { format: "time" },
  bold: { isBold: true },
  boldMeasure: { format: "measure", isBold: true },
  boldMoney: { format: "money", isBold: true },
} satisfies Record<string, Look>;

export type SheetStyle = keyof typeof STYLES;

const names = Object.keys(STYLES);

/** Finds a style's index among the definitions. */
export function styleIndex(style: SheetStyle): number {
  return names.indexOf(style);
}

const formatNames = Object.keys(FORMATS);
const formats = Object.values(FORMATS)
  .map((code, i) => `<numFmt numFmtId="${FIRST_FORMAT + i}" formatCode="${code}"/>`)
  .join("");
const font = (bold: string): string =>
  `<font>${bold}<sz val="11"/><color theme="1"/><name val="Calibri"/><family val="2"/><scheme val="minor"/></font>`;
const border = (bottom: string): string =>
  `<border><left/><right/><top/>${bottom}<diagonal/></border>`;
const fills = ["none", "gray125"]
  .map((type) => `<fill><patternFill patternType="${type}"/></fill>`)
  .join("");

function definition({ format, isBold, align, isUnderlined }: Look): string {
  const number =
    format === undefined
      ? ""
      : ` numFmtId="${FIRST_FORMAT + formatNames.indexOf(format)}" applyNumberFormat="1"`;
  const bold = isBold === true ? ' fontId="1" applyFont="1"' : "";
  const line = isUnderlined === true ? ' borderId="1" applyBorder="1"' : "";
  const side =
    align === undefined ? "/>" : ` applyAlignment="1"><alignment horizontal="${align}"/></xf>`;
  return `<xf${number}${bold}${line}${side}`;
}

/** The styles as a part of the workbook: the inside of its `styleSheet`. */
export const STYLE_DEFINITIONS = [
  `<numFmts count="${formatNames.length}">${formats}</numFmts>`,
  `<fonts count="2">${font("")}${font("<b/>")}</fonts>`,
  `<fills count="2">${fills}</fills>`,
  `<borders count="2">${border("<bottom/>")}${border('<bottom style="thin"/>')}</borders>`,
  `<cellXfs count="${names.length}">${Object.values(STYLES).map(definition).join("")}</cellXfs>`,
].join("");
