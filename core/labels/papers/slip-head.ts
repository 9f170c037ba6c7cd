/** Head of a packing slip: sender and order, recipient and carrier. */
import type { LabelParty, Logo } from "../labels.schema.ts";
import type { LabelItem } from "../layout/items.ts";
import { dayText, phoneText } from "../layout/label-fields.ts";
import type { LabelFonts, Weight } from "../text/glyphs.ts";
import { PAPER_SIZES, type PackingSlip } from "./paper-orders.ts";
import { sideBySide, blockRow, heightOf, textRow, type PaperRow } from "./paper-rows.ts";
import { WORDS } from "./paper-words.ts";
import { RULE, type SlipLook, type Span } from "./slip-look.ts";
import { barsRows, followRows } from "./slip-symbols.ts";

const LOGO_HEIGHT = 16;
/** Share of the page above which a row of the head gets smaller letters. */
const MAX_HEAD = 0.42;
const HEAD_SCALES = [1, 0.85, 0.7];

/** Builds a line with a caption and a bold text at the right. */
function factRow(
  fonts: LabelFonts,
  look: SlipLook,
  { x, w }: Span,
  { field, caption, text }: Readonly<Record<"field" | "caption" | "text", string>>,
): PaperRow {
  return textRow(fonts, [
    {
      field: `${field}.caption`,
      x,
      width: w * 0.4,
      texts: [caption],
      size: look.caption + 0.3,
    },
    {
      field,
      x: x + w * 0.42,
      width: w * 0.58,
      texts: [text],
      size: look.text,
      weight: "bold",
      align: "right",
    },
  ]);
}

/**
 * Builds the row with the sender and its logo on the left, and the order with its barcode on the
 * right.
 */
export function senderRow(
  slip: PackingSlip,
  fonts: LabelFonts,
  look: SlipLook,
  { x, w }: Span,
): PaperRow {
  const words = WORDS[slip.language];
  const left: Span = { x, w: w * 0.5 };
  const right: Span = { x: x + w * 0.56, w: w * 0.44 };
  const fact = (field: string, caption: string, text: string): PaperRow[] =>
    text === "" ? [] : [factRow(fonts, look, right, { field, caption, text })];
  const facts = [
    textRow(
      fonts,
      [
        {
          field: "title",
          x: right.x,
          width: right.w,
          texts: [words.slip],
          size: look.title,
          weight: "bold",
          align: "right",
        },
      ],
      { below: 1.5 },
    ),
    ...fact("orderNumber", words.order, slip.orderNumber),
    ...fact("invoiceNumber", words.invoice, slip.invoiceNumber),
    ...fact("shipmentNumber", words.shipment, String(slip.shipmentNumber)),
    ...fact("day", words.date, dayText(slip.madeAt, slip.language)),
    ...barsRows(slip, fonts, look, right),
  ];
  const logo = slip.logo === null ? [] : [logoRow(slip.logo, left)];
  return fitted(look, (scale) =>
    sideBySide(
      [
        [...logo, ...partyRows(fonts, slip.sender, scaledLook(look, scale), left, words.phone)],
        facts,
      ],
      { below: look.gap },
    ),
  );
}

/** Builds the row with the recipient, and the carrier once a label is bought. */
export function recipientRow(
  slip: PackingSlip,
  fonts: LabelFonts,
  look: SlipLook,
  { x, w }: Span,
): PaperRow {
  const words = WORDS[slip.language];
  const caption = (text: string, span: Span): PaperRow =>
    textRow(
      fonts,
      [
        {
          field: "caption",
          x: span.x,
          width: span.w,
          texts: [text],
          size: look.caption,
          weight: "bold",
        },
      ],
      { below: 0.6 },
    );
  const to: Span = { x, w: w * 0.5 };
  const by: Span = { x: x + w * 0.56, w: w * 0.44 };
  const line = (field: string, text: string, size: number, weight: Weight = "regular"): PaperRow =>
    textRow(fonts, [{ field, x: by.x, width: by.w, texts: [text], size, weight }]);
  const { bought } = slip;
  const carrier =
    bought === null
      ? []
      : [
          caption(words.carrier, by),
          line("carrier", bought.carrierName, look.name, "bold"),
          line("service", bought.serviceName, look.text),
          line("barcode", bought.barcode, look.text),
          ...followRows(slip, fonts, look, by),
        ];
  const both = fitted(look, (scale) => {
    const recipient = [
      caption(words.recipient, to),
      ...partyRows(fonts, slip.recipient, scaledLook(look, scale), to, words.phone),
    ];
    return sideBySide([recipient, carrier], { above: look.gap * 0.7, below: look.gap });
  });
  return {
    ...both,
    place: (items, y, from, until) => (
      ruleAt(items, y, { x, w }, RULE),
      both.place(items, y, from, until)
    ),
  };
}

function partyRows(
  fonts: LabelFonts,
  party: LabelParty,
  look: SlipLook,
  { x, w }: Span,
  phoneWord: string,
): PaperRow[] {
  const text = (
    field: string,
    value: string,
    size: number,
    weight: Weight = "regular",
  ): PaperRow[] =>
    value.trim() === ""
      ? []
      : [textRow(fonts, [{ field, x, width: w, texts: [value], size, weight }])];
  const district = [party.zip, party.district].filter((part) => part !== "").join(" ");
  const place = [district, party.city, party.countryCode === "TR" ? "" : party.countryCode]
    .filter((part) => part !== "")
    .join(" / ");
  return [
    ...text("party.name", party.name, look.name, "bold"),
    ...[...party.lines, party.street].flatMap((line) => text("party.address", line, look.text)),
    ...text("party.place", place, look.text),
    ...text(
      "party.phone",
      party.phone === "" ? "" : `${phoneWord} ${phoneText(party.phone, false)}`,
      look.text,
    ),
  ];
}

function logoRow({ columns, rows, bits }: Logo, { x, w }: Span): PaperRow {
  const k = Math.min((w * 0.8) / columns, LOGO_HEIGHT / rows);
  const place = (items: LabelItem[], y: number): void => {
    items.push({
      kind: "picture",
      x,
      y,
      w: columns * k,
      h: rows * k,
      columns,
      rows,
      bits: new Uint8Array(Buffer.from(bits, "base64")),
    });
  };
  return blockRow(rows * k, place, { below: 2.5 });
}

/**
 * Builds the row at the largest of a few sizes that leaves enough of the page for the items; at the
 * smallest size if none does.
 */
function fitted(look: SlipLook, row: (scale: number) => PaperRow): PaperRow {
  const most = PAPER_SIZES[look.size].heightMm * MAX_HEAD;
  let made = row(1);
  for (const scale of HEAD_SCALES.slice(1)) if (heightOf(made) > most) made = row(scale);
  return made;
}

function scaledLook(look: SlipLook, scale: number): SlipLook {
  return { ...look, name: look.name * scale, text: look.text * scale };
}

function ruleAt(items: LabelItem[], y: number, { x, w }: Span, h: number): void {
  items.push({ kind: "rule", x, y, w, h });
}
