/**
 * Invented labels in the style of carriers: fields of every colour with text in black, white and
 * grey, gradients, tables, watermarks and scans. Positions are mm from the upper left corner.
 */
export type Colour = readonly [red: number, green: number, blue: number];
/** `to`: the colour with which a gradient ends, at the right or, if `isDown`, at the bottom. */
export type ModelField = {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly colour: Colour;
  readonly to?: Colour;
  readonly isDown?: boolean;
};
/** `x`, `y`: start of the baseline. `size`: points. */
type ModelText = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour?: Colour;
  readonly isThin?: boolean;
};
/**
 * A scan of the label. `noise`: standard deviation of the grey values. `lean`: degrees. `paper` and
 * `ink`: levels that white and black become, 0 to 1.
 */
export type Scan = {
  readonly dpi: number;
  readonly noise?: number;
  readonly lean?: number;
  readonly paper?: number;
  readonly ink?: number;
  /** Whether fields become points of black. */
  readonly isDithered?: boolean;
};
/** `isDoubtful`: some of its text is lost in black and white, and the print reports that. */
export type Model = {
  readonly name: string;
  readonly isDoubtful?: boolean;
  readonly fields: readonly ModelField[];
  readonly texts: readonly ModelText[];
  readonly scan?: Scan;
};

export const MODEL_MM = { widthMm: 80, heightMm: 76 };
export const CODE = { text: "KUZEY0042", x: 15, y: 55, height: 18, moduleMm: 0.375 };

const WHITE: Colour = [1, 1, 1];
const BLACK: Colour = [0, 0, 0];
const NAVY: Colour = [0.05, 0.1, 0.4];
const ORANGE: Colour = [1, 0.6, 0];
const CYAN: Colour = [0, 0.68, 0.8];
const PINK: Colour = [0.95, 0.55, 0.65];
const PALE_BLUE: Colour = [0.68, 0.85, 1];
const GREEN: Colour = [0.55, 0.76, 0.29];
const RED: Colour = [0.82, 0.09, 0.09];
const grey = (value: number): Colour => [value, value, value];

const BLOCK = { x: 4, y: 10, w: 72, h: 14 };
const STRIP = { x: 4, y: 26, w: 72, h: 6 };

/** Texts of every label, in black on paper. */
const PLAIN: readonly ModelText[] = [
  { text: "Kuzey Depo, 2. Sanayi Sitesi 14, Izmir", x: 5, y: 7.5, size: 8, isThin: true },
  { text: "Cagla Simsekoglu", x: 5, y: 38, size: 12 },
  { text: "Bagdat Caddesi No: 5 D: 3, Caddebostan", x: 5, y: 43, size: 10, isThin: true },
  { text: "34728 KADIKOY / ISTANBUL", x: 5, y: 48, size: 12 },
  { text: "Tel 0532 000 00 42 - Odeme: gonderici", x: 5, y: 52, size: 7, isThin: true },
];

/** A label with a destination in a field, and with a line of small letters in a strip. */
function onField(
  name: string,
  colour: Colour,
  writing: Colour,
  more: Partial<ModelField> & { readonly scan?: Scan; readonly isDoubtful?: boolean } = {},
): Model {
  const { scan, isDoubtful = false, ...field } = more;
  return {
    name,
    isDoubtful,
    fields: [
      { ...BLOCK, colour, ...field },
      { ...STRIP, colour, ...field },
    ],
    texts: [
      ...PLAIN,
      { text: "ISTANBUL", x: 7, y: 20, size: 26, colour: writing },
      { text: "AND 34-07", x: 54, y: 16, size: 11, colour: writing },
      {
        text: "Teslimat oncesi arayin, 0212 000 00 00",
        x: 6,
        y: 30.2,
        size: 9,
        colour: writing,
        isThin: true,
      },
    ],
    ...(scan === undefined ? {} : { scan }),
  };
}

/**
 * A label with a route's code in large letters on a coloured field, and a line of small letters
 * next to it.
 */
function onLargeField(name: string, colour: Colour, to?: Colour): Model {
  const texts: Model["texts"] = [
    { text: "34", x: 7, y: 30, size: 64, colour: WHITE },
    { text: "ESENYURT-2", x: 42, y: 20, size: 12, colour: WHITE },
  ];
  return {
    name,
    fields: [{ x: 4, y: 9, w: 72, h: 25, colour, ...(to === undefined ? {} : { to }) }],
    texts: [...PLAIN, ...texts],
  };
}

const PDFS: readonly Model[] = [
  onField("white on orange", ORANGE, WHITE),
  onField("white on cyan", CYAN, WHITE),
  onField("white on pink", PINK, WHITE),
  onField("white on pale blue", PALE_BLUE, WHITE),
  onField("white on grey .52", grey(0.52), WHITE),
  onField("white on grey .6", grey(0.6), WHITE),
  onField("white on grey .75", grey(0.75), WHITE),
  onField("white on grey .85", grey(0.85), WHITE),
  onField("black on orange", ORANGE, BLACK),
  onField("black on dark red", RED, BLACK),
  onField("navy on cyan", CYAN, NAVY),
  onField("grey on pale grey", grey(0.85), grey(0.55)),
  onField("pale grey on grey", grey(0.5), grey(0.8)),
  onField("white on orange to pink", ORANGE, WHITE, { to: PINK }),
  onField("white on navy to pale blue", NAVY, WHITE, { to: PALE_BLUE }),
  onField("white on grey .3 to .75, downwards", grey(0.3), WHITE, { to: grey(0.75), isDown: true }),
  onField("black on white to green", WHITE, BLACK, { to: GREEN }),
  onField("white on cyan to paper", CYAN, WHITE, { to: [0.75, 0.92, 0.95] }),
  {
    name: "black and white on one field",
    fields: [
      { ...BLOCK, colour: ORANGE },
      { ...STRIP, colour: grey(0.6) },
    ],
    texts: [
      ...PLAIN,
      { text: "ISTANBUL", x: 7, y: 20, size: 26, colour: WHITE },
      { text: "AND 34-07", x: 54, y: 16, size: 11 },
      { text: "Teslimat oncesi", x: 6, y: 30.2, size: 9, colour: WHITE },
      { text: "0212 000 00 00", x: 50, y: 30.2, size: 9 },
    ],
  },
  {
    name: "a table with grey heads and pale rows",
    fields: [
      { x: 4, y: 10, w: 72, h: 5, colour: grey(0.62) },
      { x: 4, y: 20.5, w: 72, h: 5.5, colour: grey(0.9) },
      { x: 4, y: 31.5, w: 72, h: 2, colour: grey(0.9) },
    ],
    texts: [
      ...PLAIN,
      { text: "URUN", x: 6, y: 13.8, size: 9, colour: WHITE },
      { text: "ADET", x: 55, y: 13.8, size: 9, colour: WHITE },
      { text: "Tisort M", x: 6, y: 19, size: 9 },
      { text: "Kupa, beyaz", x: 6, y: 24.5, size: 9 },
      { text: "12", x: 57, y: 24.5, size: 9 },
      { text: "Defter", x: 6, y: 30, size: 9, isThin: true },
    ],
  },
  {
    name: "small plates with white letters",
    fields: [0, 1, 2, 3].map((i) => ({
      x: 4 + 18 * i,
      y: 13,
      w: 16,
      h: 6,
      colour: [ORANGE, CYAN, PINK, PALE_BLUE][i] ?? CYAN,
    })),
    texts: [
      ...PLAIN,
      ...["COD", "SMS", "EVE", "KAPI"].map((text, i) => ({
        text,
        x: 6 + 18 * i,
        y: 17.6,
        size: 11,
        colour: WHITE,
      })),
    ],
  },
  {
    name: "black and white on pale blue paper",
    fields: [
      { x: 0, y: 0, w: 80, h: 76, colour: PALE_BLUE },
      { x: 10, y: 53, w: 60, h: 22, colour: WHITE },
    ],
    texts: [...PLAIN, { text: "ISTANBUL", x: 7, y: 20, size: 26, colour: WHITE }],
  },
  {
    name: "grey on black, and black on grey",
    fields: [
      { ...BLOCK, colour: BLACK },
      { ...STRIP, colour: grey(0.35) },
    ],
    texts: [
      ...PLAIN,
      { text: "ISTANBUL", x: 7, y: 20, size: 26, colour: grey(0.45) },
      { text: "Teslimat oncesi", x: 6, y: 30.2, size: 9 },
    ],
  },
  onLargeField("large letters, white on orange", ORANGE),
  onLargeField("large letters, white on grey .6", grey(0.6)),
  onLargeField("large letters, white on pale blue", PALE_BLUE),
  onLargeField("large letters, white on orange to pink", ORANGE, PINK),
  {
    name: "large letters in orange and pink",
    fields: [],
    texts: [
      ...PLAIN,
      { text: "34", x: 5, y: 32, size: 60, colour: ORANGE },
      { text: "K", x: 40, y: 32, size: 76, colour: PINK },
    ],
  },
  {
    name: "large letters in grey .6",
    fields: [],
    texts: [...PLAIN, { text: "34 K", x: 5, y: 33, size: 84, colour: grey(0.6) }],
  },
  {
    name: "a mark under the address",
    fields: [],
    texts: [
      { text: "KUZEY", x: 5, y: 50, size: 58, colour: grey(0.9) },
      ...PLAIN,
      { text: "ISTANBUL", x: 7, y: 20, size: 26 },
    ],
  },
];

const PNGS: readonly Model[] = [
  onField("white on orange, 203 dpi", ORANGE, WHITE, { scan: { dpi: 203.2 } }),
  onField("white on pale blue, 300 dpi", PALE_BLUE, WHITE, { scan: { dpi: 300 } }),
  onField("white on a gradient, with noise", ORANGE, WHITE, {
    to: PINK,
    scan: { dpi: 300, noise: 6 },
  }),
  onField("black on cyan, with noise", CYAN, BLACK, { scan: { dpi: 300, noise: 8 } }),
  onField("white on grey .6, scanned", grey(0.6), WHITE, {
    scan: { dpi: 600, noise: 10, lean: 1.5, paper: 0.86, ink: 0.12 },
  }),
  {
    name: "an address, scanned on greyish paper",
    fields: [],
    texts: PLAIN,
    scan: { dpi: 600, noise: 14, lean: 1.5, paper: 0.78, ink: 0.15 },
  },
  {
    name: "a faint scan",
    fields: [],
    texts: PLAIN,
    scan: { dpi: 300, noise: 8, lean: -1, paper: 0.9, ink: 0.45 },
  },
  onField("white on a dithered field", grey(0.5), WHITE, {
    scan: { dpi: 203.2, isDithered: true },
  }),
  onField("white on pale blue, scanned on greyish paper", PALE_BLUE, WHITE, {
    scan: { dpi: 300, noise: 12, lean: 0.8, paper: 0.9, ink: 0.1 },
  }),
  {
    name: "a dark address, scanned on dark paper",
    fields: [],
    texts: PLAIN,
    scan: { dpi: 300, noise: 30, lean: 1.5, paper: 0.7, ink: 0.2 },
    isDoubtful: true,
  },
  onField("black on a dithered field", grey(0.8), BLACK, {
    scan: { dpi: 203.2, isDithered: true },
  }),
];
export const MODELS: Readonly<Record<"PDF" | "PNG", readonly Model[]>> = { PDF: PDFS, PNG: PNGS };

/**
 * ZPL in dots of 203 dpi. `boxes`: boxes of the label's text, left, top, width and height. `plain`:
 * the same label with black text on paper.
 */
export type ZplModel = {
  readonly name: string;
  readonly zpl: string;
  readonly plain: string;
  readonly boxes: readonly (readonly [number, number, number, number])[];
};

const ZPL_CODE = "^FO120,440^BY3,2,144^BCN,144,N,N,N^FDKUZEY0042^FS";
const ZPL_PLAIN =
  "^FO40,30^A0N,28,28^FDKuzey Depo, Izmir^FS^FO40,290^A0N,36,36^FDCagla Simsekoglu^FS^FO40,340^A0N,30,30^FDBagdat Caddesi No: 5 D: 3^FS";
const PLAIN_BOXES = [
  [40, 28, 200, 30],
  [40, 288, 260, 36],
  [40, 338, 340, 32],
] as const;

function zplModel(
  name: string,
  under: string,
  writing: (isPlain: boolean) => string,
  boxes: ZplModel["boxes"],
): ZplModel {
  const label = (fields: string): string => `^XA^PW640^LL608${ZPL_PLAIN}${fields}${ZPL_CODE}^XZ`;
  return {
    name,
    zpl: label(`${under}${writing(false)}`),
    plain: label(writing(true)),
    boxes: [...PLAIN_BOXES, ...boxes],
  };
}

const reversed = (isPlain: boolean): string => (isPlain ? "" : "^FR");
/** @param every Distance between black dots in both directions, dots. */
function points(every: number): string {
  const row = Array.from({ length: 576 / 4 }, (_, i) =>
    [0, 1, 2, 3]
      .reduce((value, bit) => value * 2 + ((i * 4 + bit) % every === 0 ? 1 : 0), 0)
      .toString(16)
      .toUpperCase(),
  ).join("");
  const rows = Array.from({ length: 110 }, (_, y) =>
    y % every === 0 ? row : "0".repeat(row.length),
  ).join("");
  return `^FO32,80^GFA,${72 * 110},${72 * 110},72,${rows}^FS`;
}

const BIG = [[56, 100, 380, 76]] as const;
const big = (isPlain: boolean): string => `^FO56,98${reversed(isPlain)}^A0N,84,84^FDISTANBUL^FS`;

export const ZPL_MODELS: readonly ZplModel[] = [
  zplModel("reversed in a black box", "^FO32,80^GB576,110,110^FS", big, BIG),
  zplModel(
    "all in reverse",
    "^LRY^FO32,80^GB576,110,110^FS",
    () => "^FO56,98^A0N,84,84^FDISTANBUL^FS^LRN",
    BIG,
  ),
  zplModel("black over points", points(4), () => "^FO56,98^A0N,84,84^FDISTANBUL^FS", BIG),
  zplModel("black over many points", points(3), () => "^FO56,98^A0N,84,84^FDISTANBUL^FS", BIG),
  zplModel(
    "small letters in reverse",
    "^FO32,210^GB576,44,44^FS",
    (isPlain) => `^FO44,220${reversed(isPlain)}^A0N,26,26^FDTeslimat oncesi arayin^FS`,
    [[44, 220, 240, 26]],
  ),
  zplModel(
    "a frame and reversed plates",
    "^FO32,80^GB576,110,4^FS^FO50,94^GB180,80,80^FS^FO400,94^GB180,80,80^FS",
    (isPlain) =>
      `^FO74,108${reversed(isPlain)}^A0N,56,56^FDCOD^FS^FO424,108${reversed(isPlain)}^A0N,56,56^FDSMS^FS`,
    [
      [74, 106, 120, 56],
      [424, 106, 120, 56],
    ],
  ),
];
