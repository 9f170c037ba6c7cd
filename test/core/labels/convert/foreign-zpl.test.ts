import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../core/base/errors.ts";
import { convertPart } from "../../../../core/labels/convert/convert-document.ts";
import type { Converted } from "../../../../core/labels/convert/converted.ts";
import { findSymbols } from "../../../../core/labels/convert/find-symbols.ts";
import { joinParts } from "../../../../core/labels/convert/join-parts.ts";
import { readPng } from "../../../../core/labels/convert/read-png.ts";
import {
  foreignLabels,
  type ForeignLabel,
} from "../../../../core/labels/convert/zpl/foreign-labels.ts";
import { readZpl, renderZpl } from "../../../../core/labels/read-zpl.ts";
import { someOf } from "../../../helpers/some-of.ts";

const MEDIA = { widthMm: 100, heightMm: 150 };
/** A barcode with its printed text, which passes every rule for our own labels. */
const GOOD = "^FO80,300^BY3,2,160^BCN,160,Y,N,N^FD12345678ABC^FS";
const print = (zpl: string | Buffer, language: "ZPL" | "PDF" = "ZPL"): Promise<Converted> =>
  joinParts(
    (part) =>
      convertPart(
        { language: "ZPL", bytes: Buffer.from(zpl), media: MEDIA, dpi: 203 },
        { language, dpi: 203, media: MEDIA },
        part,
        (bytes) => bytes,
      ),
    { language, dpi: 203, media: MEDIA },
  );
const printed = async (zpl: string | Buffer): Promise<string> =>
  Buffer.from((await print(zpl)).bytes).toString("latin1");
/** Returns the labels of foreign ZPL, or why it is rejected. */
function labelsIn(zpl: Buffer): readonly ForeignLabel[] | string {
  try {
    return foreignLabels(zpl);
  } catch (error) {
    if (error instanceof AppError && error.code === "E2029") return error.message;
    throw error;
  }
}
const dots = async (zpl: string): Promise<Uint8Array> =>
  readPng(await renderZpl(Buffer.from(zpl), 203, MEDIA)).canvas.ink;
const PREAMBLE = "^XA^CI28^PON^PMN^LRN^MUD^FWN^LH0,0^LS0^LT0^PW800^LL1200^PQ1\n^CFA,9,5^BY2,3,10\n";

describe("sending foreign ZPL", () => {
  it("a label is sent as its fields only, with its original dots, and verified from these dots", async () => {
    const zpl = `^XA^FO50,50^A0N,50,50^FDJohn Doe^FS${GOOD}^XZ`;
    const sent = await printed(zpl);
    expect(sent).toBe(`${PREAMBLE}${zpl.slice(3, -3).replaceAll("^", "\n^").slice(1)}\n^XZ\n`);
    expect(await dots(sent)).toEqual(await dots(zpl));
    expect(await print(zpl)).toMatchObject({
      labels: 1,
      verification: "verified",
      symbols: ["12345678ABC"],
    });
  });

  it.each(
    someOf(
      [
        [
          "of ZebraDesigner",
          "\x10CT~~CD,~CC^~CT~\r\n^XA~TA000~JSN^LT0^MNW^MTT^PON^PMN^LH0,0^JMA^PR8,8~SD15^JUS^LRN^CI0^XZ\r\n^XA^MMT^LS0",
          "^PQ1,0,1,Y^XZ",
        ],
        [
          "of other carriers",
          "^XA^SZ2^JMA^MCY^PMN^PW812~JSN^JZY^LH0,0^LRN^XZ^XA^FXno text^FS",
          "^XZ^XA^IDR:*.GRF^FS^XZ",
        ],
        ["that sets the printer up", "~JA~JR^XA^JUS^KP9999^MNN^MTD^MD30^PR2^NS1^WA^HH^POI", "^XZ"],
        ["with control bytes for ^XA and ^XZ", "\x02", "\x03"],
      ],
      3,
    ),
  )(
    "commands that configure the printer are not sent: the preamble %s",
    async (_name, before, after) => {
      const sent = await printed(Buffer.from(`${before}${GOOD}${after}`, "latin1"));
      expect(sent.replace("^CI0\n", "").replace(/\^PW\d+/, "^PW800")).toBe(
        await printed(`^XA${GOOD}^XZ`),
      );
    },
  );

  it("shifts are added to the positions of the fields, and a field shifted over the edge is E2029", async () => {
    expect(
      await printed("^XA^LH20,30^LS-5^LT-10^XZ^XA^FO80,300^GB9,9,9^FS^FT10,90^A0N,20^FDx^FS^XZ"),
    ).toContain("\n^FO105,320\n^GB9,9,9\n^FS\n^FT35,110\n");
    await expect(print("^XA^LT-100^FO10,10^GB9,9,9^FS^XZ")).rejects.toMatchObject({
      code: "E2029",
      message: expect.stringContaining("shifted over the edge"),
    });
  });

  it("settings from an earlier label of the document apply to its later labels", async () => {
    const sent = await printed(
      `^XA^BY3,2,160^CF0,40^XZ^XA^FO80,300^BCN,160,N^FDA-1^FS^XZ^XA^FO80,300^BCN,160,N^FDA-2^FS^XZ`,
    );
    expect(sent.match(/\^BY3,2,160\n\^CF0,40\n\^FO80,300/g)).toHaveLength(2);
  });

  it("letters beyond ASCII are sent as hex codes of their bytes in the document's own code page", async () => {
    expect(
      await printed(Buffer.from("^XA^CI27^FO9,99^A0N,40^FDM\xfcller_1^FS^XZ", "latin1")),
    ).toContain("\n^FH_\n^FDM_FCller_5F1\n");
    expect(await printed("^XA^FO9,99^A0N,40^FH\\^FDŞ\\41^FS^XZ")).toContain(
      "\n^FH\\\n^FD\\C5\\9E\\41\n",
    );
  });
});

describe("stored content of a document", () => {
  it("recalled bitmaps are inserted with the same dots", async () => {
    const sent = await printed(
      "~DGR:LOGO.GRF,8,2,FFFF8001,8001FFFF\n^XA^FO16,16^XGR:LOGO.GRF,1,1^FS^FO80,80^XGLOGO^FS^XZ",
    );
    expect(sent).not.toMatch(/~|\^XG/);
    expect(await dots(sent)).toEqual(
      await dots(
        "^XA^FO16,16^GFA,8,8,2,FFFF8001,8001FFFF^FS^FO80,80^GFA,8,8,2,FFFF8001,8001FFFF^FS^XZ",
      ),
    );
  });

  it("recalled formats are inserted with their numbered fields", async () => {
    const sent = await printed(
      "^XA^DFR:X.ZPL^FS^FO50,50^A0N,50^FN1^FS^FO80,300^BY3^BCN,160^FN2^FS^XZ^XA^XFR:X.ZPL^FS^FN1^FDHi^FS^FN2^FDA-123^FS^XZ",
    );
    expect(sent).not.toMatch(/\^[DX]F|\^FN/);
    expect([
      sent.includes("^A0N,50\n^FDHi\n^FS"),
      await readZpl(Buffer.from(sent), 203, MEDIA),
    ]).toEqual([true, ["A-123"]]);
  });

  it("magnified recalled bitmaps and fields in white on black are drawn by the station", async () => {
    const magnified = "~DGR:LOGO.GRF,8,2,FFFF8001,8001FFFF\n^XA^FO16,16^XGR:LOGO.GRF,3,3^FS^XZ";
    const reversed = "^XA^LRY^FO16,16^GB99,99,99^FS^FO40,40^GB99,9,9^FS^XZ";
    for (const zpl of [magnified, reversed]) {
      const sent = await printed(zpl);
      expect(sent).toMatch(/^\^XA\^CI28[^\n]*\n\^FO\d+,\d+\^GFA,[^^~]*\^FS\n\^XZ\n$/);
      expect(await dots(sent)).toEqual(await dots(zpl));
    }
  });

  it.each(["^XA^FO9,9^XGE:LOGO.GRF^FS^XZ", "^XA^XFE:X.ZPL^FS^FN1^FDx^FS^XZ"])(
    "a recall of content that is not in the document is rejected: %s",
    async (zpl) => {
      await expect(print(zpl)).rejects.toMatchObject({
        code: "E2029",
        message: expect.stringContaining("which is not in the document"),
      });
    },
  );
});

it.each([
  ["more than one copy", "^XA^FO9,9^GB9,9,9^FS^PQ99999^XZ", /asks for 99999 copies \(\^PQ99999\)/],
  ["more than 20 labels", "^XA^FO9,9^GB9,9,9^FS^XZ".repeat(21), /has 21 labels; at most 20/],
  [
    "more than 10,000 commands",
    `^XA${"^FO9,9^GB9,9,9^FS".repeat(4_000)}^XZ`,
    /has 12002 commands; at most 10000/,
  ],
  [
    "other command prefixes",
    "^XA^CC!!FO9,9!GB9,9,9!FS!XZ",
    /changes its command prefixes \(\^CC!\)/,
  ],
  ["no end", "^XA^FO9,9^GB9,9,9^FS", /its last label has no end \(\^XZ\)/],
  ["a label within a label", "^XA^FO9,9^GB9,9,9^FS^XA^FO9,9^XZ", /starts \(\^XA\) before/],
  ["no field", "^XA^JUS^XZ", /prints nothing: none of its 3 commands/],
  [
    "an unknown command",
    "^XA^QQ5^FO9,9^GB9,9,9^FS^XZ",
    /has the command \^QQ5, which this station does not know/,
  ],
  ["mirrored print", "^XA^PMY^FO9,9^GB9,9,9^FS^XZ", /has the command \^PMY/],
  [
    "a font for the printer's memory",
    "~DTR:F,9,00^XA^FO9,9^GB9,9,9^FS^XZ",
    /has the command ~DTR:F/,
  ],
])(
  "a document with %s is E2029 with a message that names the cause",
  async (_name, zpl, message) => {
    await expect(print(zpl)).rejects.toMatchObject({
      code: "E2029",
      message: expect.stringMatching(message),
    });
  },
);

describe("verifying foreign ZPL by the rules for our own labels", () => {
  it.each([
    ["bars of 0.125 mm", "^FO80,300^BY1,2,160^BCN,160,Y,N,N^FD12345678ABC^FS"],
    ["bars 10 mm high", "^FO80,300^BY3,2,80^BCN,80,Y,N,N^FD12345678ABC^FS"],
    ["no quiet zone", `${GOOD}^FO60,280^GB3,200,3^FS`],
    ["ink at the edge", `${GOOD}^FO0,50^GB40,3,3^FS`],
    ["text that is cut", `${GOOD}^FO700,50^A0N,60^FDMuch too long^FS`],
    ["bars beyond its own width", `^PW400${GOOD}`],
    ["a second barcode that is too low", `${GOOD}^FO80,800^BY3^BCN,40,N^FDABC^FS`],
    ["no symbol", "^FO80,80^GB90,90,90^FS"],
    ["a symbol that is not known here", `${GOOD}^FO80,800^B1N,N,80^FD123^FS`],
  ])("a label with %s is unverifiable", async (_name, fields) => {
    expect(await print(`^XA${fields}^XZ`)).toMatchObject({
      labels: 1,
      verification: "unverifiable",
    });
  });

  it("a label that a printer's offset pushes off the paper is unverifiable", async () => {
    const settings = { offset: { x: 0, y: -60 }, graphics: "z64" } as const;
    const bytes = Buffer.from(`^XA^FO80,50^A0N,20^FDJohn Doe^FS${GOOD}^XZ`);
    const of = async (with_: typeof settings | undefined): Promise<string> =>
      (
        await convertPart(
          { language: "ZPL", bytes, media: MEDIA, dpi: 203 },
          {
            language: "ZPL",
            dpi: 203,
            media: MEDIA,
            ...(with_ === undefined ? {} : { settings: with_ }),
          },
          0,
          (zpl) => zpl,
        )
      ).verification;
    expect([await of(undefined), await of(settings)]).toEqual(["verified", "unverifiable"]);
  });
});

const GF_LIES = [
  "^GFB ,2000000,2000000,100,AAAA",
  "^GFB, 2000000,2000000,100,AAAA",
  "^GF\nB,2000000,2000000,100,AAAA",
  "^GFB,002000000,2000000,100,AAAA",
  "^GFC,2000000,2000000,100,AAAA",
  "^GFD,512,512,8,AAAA",
  "^GFA,2000000,2000000,100,AAAA",
  "^GFA,200,200,100,:B64:AAAA:0000",
  "^GFA,8,8,0,FFFFFFFFFFFFFFFF",
  "^GFA,8,0x8,1,FFFFFFFFFFFFFFFF",
  "^GF,,,,",
  "^GF",
];

describe("bitmaps with a byte count", () => {
  it.each(GF_LIES)(
    "the bitmap %s is E2029, because a printer could wait for missing bytes",
    (field) => {
      expect(labelsIn(Buffer.from(`^XA^FO40,40${field}^FS${GOOD}^XZ`))).toMatch(
        /a bitmap in a format that this station does not read|one of its bitmaps announces|no end/,
      );
    },
  );

  it.each(["~DGR:A.GRF,2000000,100,AAAA", "~DYR:A,A,G,2000000,100,AAAA"])(
    "the stored bitmap %s is E2029, because it announces more bytes than it has",
    (stored) => {
      expect(labelsIn(Buffer.from(`${stored}^XA^FO40,40^XGR:A.GRF,1,1^FS^XZ`))).toMatch(
        /one of its bitmaps announces 2000000 bytes in rows of 100/,
      );
    },
  );

  it.each([
    ["with counts, rows as above, white and black", "^GFA,9,12,2,,!::H01,F,"],
    ["in bytes, with blanks", "^GF B , 012 , 012, 002,\0\0\xff\xff\xff\xff\xff\xff\0\x10\xf0\0"],
    [
      "in Base64",
      `^GFA,12,12,2,:B64:${Buffer.from("0000ffffffffffff0010f000", "hex").toString("base64")}:0000`,
    ],
    [
      "deflated",
      `^gfa,12,12,2,:Z64:${deflateSync(Buffer.from("0000ffffffffffff0010f000", "hex")).toString("base64")}:0000`,
    ],
  ])("a bitmap %s is sent in hex with its actual sizes", (_name, field) => {
    expect(labelsIn(Buffer.from(`^XA^FO40,40${field}^FS^XZ`, "latin1"))).toMatchObject([
      { fields: ["^FO40,40", "^GFA,12,12,2,,JF::H01,F,", "^FS"] },
    ]);
  });

  it("a bitmap's surplus data is not sent, and small bitmaps that inflate to large ones are rejected", () => {
    expect(labelsIn(Buffer.from("^XA^FO40,40^GFA,2,2,1,FFFFFFFF^FS^XZ"))).toMatchObject([
      { fields: ["^FO40,40", "^GFA,2,2,1,HF:", "^FS"] },
    ]);
    expect(
      labelsIn(
        Buffer.from(
          `^XA${`^FO9,9^GFA,2000000,2000000,1000,!${":".repeat(1_999)}`.repeat(9)}^FS^XZ`,
        ),
      ),
    ).toMatch(/bitmaps that are larger than any paper/);
  });
});

it("numeric parameters are sent as plain numbers, without anything that printers may read differently, and a word in their place is rejected", async () => {
  const sent = await printed(
    "^XA^CF0 , 030^FO 0080 , 0300,0^BY03, 2 ,+160^BCN,160 ,Y,N,N^FD 1 2^FS a comment^FT9,9, 1^A0N, 99999,50 dots^FDx^FS^XZ",
  );
  expect(sent).toContain(
    "\n^CF0,30\n^FO80,300,0\n^BY3,2,160\n^BCN,160,Y,N,N\n^FD 1 2\n^FS\n^FT9,9,1\n^A0N,32000,50\n^FDx\n",
  );
  expect(labelsIn(Buffer.from("^XA^FO9,9^GBwide,9,9^FS^XZ"))).toMatch(
    /its command \^GB has characters that are not a parameter \(wide\)/,
  );
});

it("text in a font that only one printer has is drawn by the station", async () => {
  expect(await printed("^XA^FO40,40^A@N,50,50,E:ARIAL.TTF^FDHI^FS^XZ")).toMatch(
    /^\^XA\^CI28[^\n]*\n\^FO\d+,\d+\^GFA,[^^~]*\^FS\n\^XZ\n$/,
  );
});

it.each([
  "^FO40,40^A0N,50,50^FD ^FS",
  "^FO5000,5000^A0N,50^FDx^FS",
  "^LS-9999^FO40,40^A0N,50^FDx^FS",
])(
  "a label without ink on its paper is left out, and a document of only such a label is E2029: %s",
  async (fields) => {
    await expect(print(`^XA${fields}^XZ`)).rejects.toMatchObject({
      code: "E2029",
      message: "The document has no label: it is blank.",
    });
    expect(await print(`^XA${fields}^XZ^XA^LS0${GOOD}^XZ`)).toMatchObject({ labels: 1 });
  },
);

it("no document adds a command that could change a printer, stay stored in it or print twice", () => {
  const names =
    "^XA ^XZ ^FO10,20 ^FT ^A0N,20 ^FD ^FDa_5Eb ^FS ^FH_ ^GB9,9,9 ^GFA,2,2,1,FF00 ^GFB,2,2,1,^~ ^PQ1 ^PQ2 ^JUS ^KP ~JA ~DGR:A.GRF,2,1,FF00 ^XGR:A.GRF ^XGR:A,2,2 ^DFR:B ^XFR:B ^FN1 ^LH9,9 ^LRY ^POI ^PMY ^MNN ^CC! ~CT~ ^FX ^IDR:*.* ^SN1,1,Y ^CI27 ^QQ ^ ~ \x02 \x03 \x10 \xff , ! text".split(
      " ",
    );
  const allowed = /^(?:\^(?:FO|FT|A0|FD|FS|FH|GB|GF|CI|XG|LR)[ -\]_-}]*)*$/;
  let printed = 0;
  for (let seed = 1; seed <= 20_000; seed += 1) {
    let random = seed * 2_654_435_761;
    const text = Array.from(
      { length: 2 + (seed % 12) },
      () =>
        names[(random = (random * 1_103_515_245 + 12_345) % 2_147_483_648) % names.length] ?? "",
    ).join("");
    const outcome = labelsIn(Buffer.from(`^XA${text}^XZ`, "latin1"));
    if (typeof outcome === "string") continue;
    printed += outcome.length;
    for (const { fields } of outcome) expect(fields.join("")).toMatch(allowed);
  }
  expect(printed).toBeGreaterThan(500);
});

it("short documents that expand to very many commands or dots are rejected", () => {
  expect(
    labelsIn(
      Buffer.from(`^XA^DFR:B${"^FO9,9^GB9,9,9^FS".repeat(900)}^XZ^XA${"^XFR:B".repeat(5_000)}^XZ`),
    ),
  ).toMatch(/recalls formats of more than 10000 commands/);
  expect(
    labelsIn(
      Buffer.from(
        `~DGR:A,100000,100,${"F".repeat(200_000)}^XA${"^FO9,9^XGR:A^FS".repeat(3_000)}^XZ`,
      ),
    ),
  ).toMatch(/bitmaps that are larger than any paper/);
  expect(labelsIn(Buffer.from("^XA^FO9,9^GFA,99999999,99999999,1,FF^FS^XZ"))).toMatch(
    /bitmaps that are larger than any paper/,
  );
});

it("a label slightly wider than the paper, with ink beyond the paper's edge, is moved until all its ink is on the paper", async () => {
  const { bytes, verification } = await print(
    "^XA^PW820^LL1200^FO740,50^GB75,9,9^FS^FO80,300^BY3,2,160^BCN,160,Y,N,N^FD12345678ABC^FS^XZ",
  );
  const [symbol] = await findSymbols(readPng(await renderZpl(bytes, 203, MEDIA)).canvas);
  expect([verification, symbol?.text, symbol?.grid?.module]).toEqual([
    "verified",
    "12345678ABC",
    3,
  ]);
});

it("content that only a ZPL printer can draw is rejected for another kind of printer", async () => {
  await expect(print("^XA^FO9,9^B1N,N,80^FD123^FS^XZ", "PDF")).rejects.toMatchObject({
    code: "E2029",
    message: expect.stringContaining("^B1"),
  });
});
