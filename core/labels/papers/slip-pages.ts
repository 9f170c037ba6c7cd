/** A packing slip: who sends what to whom, for the person who packs and the one who unpacks. */
import type { LabelParty, Logo } from "../labels.schema.ts";
import type { ArrangedLabel, LabelItem } from "../layout/items.ts";
import { dayText, numberText, phoneText } from "../layout/label-fields.ts";
import { barModuleDots, encodeCode128, encodeQr, isEncodable } from "../layout/label-symbols.ts";
import type { LabelFonts, Weight } from "../text/glyphs.ts";
import { dotsPerMm } from "../dots.ts";
import { PAPER_SIZES, type PackingSlip, type SlipPaper } from "./paper-orders.ts";
import { breakPages, PAPER_DPI, placePage, type PaperFrame } from "./paper-pages.ts";
import {
  besideEachOther,
  blockRow,
  heightOf,
  textRow,
  type Cell,
  type PaperRow,
} from "./paper-rows.ts";
import { WORDS } from "./paper-words.ts";

/** Sizes of type, mm per em. */
type Look = PaperFrame & {
  readonly title: number;
  readonly name: number;
  readonly text: number;
  readonly caption: number;
  readonly gap: number;
};

const LOOKS: Readonly<Record<SlipPaper, Look>> = {
  A4: { size: "A4", margin: 14, foot: 9, title: 6.4, name: 4.6, text: 3.5, caption: 2.5, gap: 6 },
  A5: { size: "A5", margin: 9, foot: 8, title: 5, name: 3.8, text: 3, caption: 2.2, gap: 4 },
};

const HAIRLINE = 0.12;
const RULE = 0.4;
const LOGO_HEIGHT = 16;
const BARS_HEIGHT = 11;
/** Of a module of the QR code at 300 dpi: 0.42 mm, read by every telephone. */
const QR_DOTS = 5;
/** Longer addresses make modules too many for the room; none that is ours is. */
const MOST_QR_TEXT = 200;
/** Of a module at 300 dpi: 0.34 mm. Wider bars are no easier to read off paper. */
const MOST_BAR_DOTS = 4;
/** An address that is longer than this part of the page is written smaller. */
const MOST_HEAD = 0.42;
const HEAD_SCALES = [1, 0.85, 0.7];

/** @returns Its pages, one at least. The same slip gives the same pages. */
export function slipPages(slip: PackingSlip, fonts: LabelFonts): ArrangedLabel[] {
  const look = LOOKS[slip.paper];
  const words = WORDS[slip.language];
  const x = look.margin;
  const w = PAPER_SIZES[slip.paper].widthMm - 2 * look.margin;
  const table = itemRows(slip, fonts, look, { x, w });
  const before = [
    senderRow(slip, fonts, look, { x, w }),
    recipientRow(slip, fonts, look, { x, w }),
  ];
  const note = slip.note.split(/\r?\n/).filter((line) => line.trim() !== "");
  const after =
    note.length === 0
      ? []
      : [
          textRow(
            fonts,
            [
              {
                field: "note.caption",
                x,
                width: w,
                texts: [words.note],
                size: look.caption,
                weight: "bold",
              },
            ],
            { above: look.gap },
          ),
          textRow(fonts, [{ field: "note", x, width: w, texts: note, size: look.text }]),
        ];
  const rows = [...before, ...table, ...after];
  const pages = breakPages(rows, look, {
    head: before.length,
    from: before.length + 1,
    until: before.length + table.length,
  });
  const foot = {
    language: slip.language,
    text: `${words.shipment} ${slip.shipmentNumber} · ${words.slipFoot}`,
    mark: slip.mark,
  };
  return pages.map((slices, i) =>
    placePage(fonts, look, slices, {
      number: i + 1,
      of: pages.length,
      foot,
      rowAt: (index) => rows[index] ?? blockRow(0, () => undefined),
    }),
  );
}

type Span = { readonly x: number; readonly w: number };

/** The sender with its logo on the left; the order with its barcode on the right. */
function senderRow(slip: PackingSlip, fonts: LabelFonts, look: Look, { x, w }: Span): PaperRow {
  const words = WORDS[slip.language];
  const left: Span = { x, w: w * 0.5 };
  const right: Span = { x: x + w * 0.56, w: w * 0.44 };
  const fact = (field: string, caption: string, text: string): PaperRow =>
    textRow(fonts, [
      {
        field: `${field}.caption`,
        x: right.x,
        width: right.w * 0.4,
        texts: [caption],
        size: look.caption + 0.3,
      },
      {
        field,
        x: right.x + right.w * 0.42,
        width: right.w * 0.58,
        texts: [text],
        size: look.text,
        weight: "bold",
        align: "right",
      },
    ]);
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
    ...(slip.orderNumber === "" ? [] : [fact("orderNumber", words.order, slip.orderNumber)]),
    fact("shipmentNumber", words.shipment, String(slip.shipmentNumber)),
    fact("day", words.date, dayText(slip.madeAt, slip.language)),
    ...barsRows(slip, fonts, look, right),
  ];
  const logo = slip.logo === null ? [] : [logoRow(slip.logo, left)];
  return fitted(look, (scale) =>
    besideEachOther(
      [
        [...logo, ...partyRows(fonts, slip.sender, scaledLook(look, scale), left, words.phone)],
        facts,
      ],
      { below: look.gap },
    ),
  );
}

/** The recipient, and the carrier once a label is bought. */
function recipientRow(slip: PackingSlip, fonts: LabelFonts, look: Look, { x, w }: Span): PaperRow {
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
    return besideEachOther([recipient, carrier], { above: look.gap * 0.7, below: look.gap });
  });
  return {
    ...both,
    place: (items, y, from, until) => (
      ruleAt(items, y, { x, w }, RULE),
      both.place(items, y, from, until)
    ),
  };
}

/**
 * The QR code by which the recipient follows the parcel, with what it is beside it; none without an
 * address.
 */
function followRows(
  { followURL, language }: PackingSlip,
  fonts: LabelFonts,
  look: Look,
  { x, w }: Span,
): PaperRow[] {
  if (followURL === "" || followURL.length > MOST_QR_TEXT) return [];
  const { columns, cells } = encodeQr(followURL);
  const perMm = dotsPerMm(PAPER_DPI);
  const side = (columns * QR_DOTS) / perMm;
  const onDot = (mm: number): number => Math.floor(mm * perMm) / perMm;
  const place = (items: LabelItem[], y: number): void => {
    items.push({
      kind: "matrix",
      field: "follow",
      x: onDot(x),
      y: onDot(y),
      w: side,
      h: side,
      text: followURL,
      moduleDots: QR_DOTS,
      columns,
      cells,
    });
  };
  return [
    textRow(
      fonts,
      [
        {
          field: "follow.caption",
          x,
          width: w,
          texts: [WORDS[language].follow],
          size: look.caption + 0.3,
        },
      ],
      { above: 2.5 },
    ),
    blockRow(side, place, { above: 1.5, below: 1 }),
  ];
}

function partyRows(
  fonts: LabelFonts,
  party: LabelParty,
  look: Look,
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

function barsRows(slip: PackingSlip, fonts: LabelFonts, look: Look, { x, w }: Span): PaperRow[] {
  const shipment = String(slip.shipmentNumber);
  // A scan of either opens the order.
  for (const [text, caption] of [
    [slip.orderNumber, slip.orderNumber],
    [shipment, `${WORDS[slip.language].shipment} ${shipment}`],
  ] as const) {
    if (!isEncodable(text)) continue;
    const { modules, bars } = encodeCode128(text);
    const dots = Math.min(MOST_BAR_DOTS, barModuleDots(modules, w + look.margin, PAPER_DPI));
    const perMm = dotsPerMm(PAPER_DPI);
    const wide = (modules * dots) / perMm;
    if (dots === 0 || wide > w) continue;
    const onDot = (mm: number): number => Math.floor(mm * perMm) / perMm;
    const place = (items: LabelItem[], y: number): void => {
      items.push({
        kind: "code128",
        field: "orderNumber",
        x: onDot(x + w - wide),
        y: onDot(y),
        w: wide,
        h: onDot(BARS_HEIGHT),
        text,
        moduleDots: dots,
        bars,
      });
    };
    const under: Cell = {
      field: "orderNumber.text",
      x,
      width: w,
      texts: [caption],
      size: look.caption + 0.3,
      align: "right",
    };
    return [blockRow(BARS_HEIGHT, place, { above: 2.5, below: 0.8 }), textRow(fonts, [under])];
  }
  return [];
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

/** The head of the table, its rows and their sum. */
function itemRows(slip: PackingSlip, fonts: LabelFonts, look: Look, { x, w }: Span): PaperRow[] {
  const words = WORDS[slip.language];
  const has = {
    variant: slip.items.some(({ variant }) => variant !== ""),
    sku: slip.items.some(({ sku }) => sku !== ""),
  };
  const shares = {
    no: 0.06,
    quantity: 0.1,
    sku: has.sku ? 0.2 : 0,
    variant: has.variant ? 0.24 : 0,
  };
  const title = 1 - shares.no - shares.quantity - shares.sku - shares.variant;
  const columns = [
    ["no", shares.no],
    ["item", title],
    ["variant", shares.variant],
    ["sku", shares.sku],
    ["quantity", shares.quantity],
  ] as const;
  const cells = (
    texts: Readonly<Record<(typeof columns)[number][0], string>>,
    style: Pick<Cell, "size" | "weight">,
  ): Cell[] => {
    let left = x;
    return columns.flatMap(([name, share]) => {
      const isLast = name === "quantity";
      const place: Pick<Cell, "x" | "width" | "align"> = {
        x: left,
        width: share * w - (isLast ? 0 : 2.5),
        align: isLast ? "right" : "left",
      };
      const cell: Cell = {
        field: `item.${name}`,
        texts: [texts[name]],
        ...place,
        ...style,
        ...(name === "item" || isLast ? { weight: "bold" } : {}),
      };
      left += share * w;
      return share === 0 ? [] : [cell];
    });
  };
  const pieces = slip.items.reduce((sum, { quantity }) => sum + quantity, 0);
  const line = (h: number): { rule: { x: number; w: number; h: number } } => ({
    rule: { x, w, h },
  });
  return [
    textRow(
      fonts,
      cells(
        {
          no: "#",
          item: words.item,
          variant: words.variant,
          sku: words.sku,
          quantity: words.quantity,
        },
        { size: look.caption, weight: "bold" },
      ),
      { below: 1, ...line(RULE) },
    ),
    ...slip.items.map((item, i) => {
      const texts = {
        ...item,
        no: String(i + 1),
        item: item.title === "" ? item.sku : item.title,
        quantity: numberText(String(item.quantity), slip.language),
      };
      return textRow(fonts, cells(texts, { size: look.text }), {
        above: 1,
        below: 1,
        ...line(HAIRLINE),
      });
    }),
    slip.items.length === 0
      ? textRow(
          fonts,
          [{ field: "items.none", x, width: w, texts: [words.noItems], size: look.text }],
          { above: 2 },
        )
      : textRow(
          fonts,
          [
            {
              field: "items.total",
              x,
              width: w,
              texts: [words.itemsTotal(slip.items.length, pieces)],
              size: look.text,
              weight: "bold",
              align: "right",
            },
          ],
          { above: 1.5 },
        ),
  ];
}

/** The largest of a few sizes at which the row leaves the page to the items. */
function fitted(look: Look, row: (scale: number) => PaperRow): PaperRow {
  const most = PAPER_SIZES[look.size].heightMm * MOST_HEAD;
  let made = row(1);
  for (const scale of HEAD_SCALES.slice(1)) if (heightOf(made) > most) made = row(scale);
  return made;
}

function scaledLook(look: Look, scale: number): Look {
  return { ...look, name: look.name * scale, text: look.text * scale };
}

function ruleAt(items: LabelItem[], y: number, { x, w }: Span, h: number): void {
  items.push({ kind: "rule", x, y, w, h });
}
