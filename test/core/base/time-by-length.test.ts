/**
 * Measures functions over texts of people, files and printers: twice the text must take less than
 * three times the time.
 */
import { expect, it } from "vitest";
import { searchText } from "../../../core/shipping/addresses/address-words.ts";
import { repairAddress } from "../../../core/shipping/addresses/repair/repair-address.ts";
import { csvLine, unguarded } from "../../../core/base/csv.ts";
import { maskText } from "../../../core/base/mask.ts";
import { parseMoney } from "../../../core/base/money.ts";
import { normalizePhone } from "../../../core/base/phone.ts";
import { fold, trimEndOf, withoutEnding } from "../../../core/base/text.ts";
import { carrierText } from "../../../core/shipping/carriers/carrier-text.ts";
import { loadGeo } from "../../../core/shipping/geo/geo.service.ts";
import { findNumberFormat, readNumber } from "../../../core/shipping/files/number-format.ts";
import { orderHeader } from "../../../core/shipping/imports/choose-source.ts";
import { readRows } from "../../../core/shipping/imports/read-csv.ts";
import { maskJson, maskPath } from "../../../core/http/integrations/mask-json.ts";
import { readCommands } from "../../../core/labels/convert/zpl/zpl-commands.ts";
import { amountText } from "../../../core/labels/layout/label-fields.ts";
import { replaceUnwritable } from "../../../core/labels/text/writable-text.ts";
import { deviceField, languageOf } from "../../../core/printing/discovery/language-of.ts";
import { parseIdentity, parsePrintMeters } from "../../../core/printing/languages/zpl-identity.ts";
import { parseHostStatus } from "../../../core/printing/languages/zpl-status.ts";
import { beginningsQuery } from "../../../core/shipping/shipments/list-shipment-rows.ts";
import { scrubLine, scrubText } from "../../../core/station/support/scrub.ts";
import { readLink } from "../../../electron/errands/deep-link.ts";
import { readSize, readWeight } from "../../../renderer/lib/measures.ts";
import { readAmount } from "../../../renderer/lib/read-amount.ts";
import { RESOURCES } from "../../helpers/folders.ts";

const geo = loadGeo(RESOURCES);
/** Length of most texts, characters; an order's note is shorter. */
const LONG = 40_000;
/** Length of a pasted address and of a text for `replaceUnwritable`, characters. */
const PASTED = 2_000;
/** Shorter times show nothing about growth, because they include other work of the machine. */
const FLOOR_MS = 20;

const RULES = { letters: "any", lengths: { name: LONG / 2 } } as const;
const bytes = (text: string): Uint8Array => Buffer.from(text);
const address = (text: string) =>
  ({
    organizationID: "o",
    isRecipient: 1,
    name: text,
    phone: text,
    email: text,
    address1: text,
    address2: "",
    streetName: "",
    cityName: "",
    districtName: "",
    shortName: "",
    zip: "",
  }) as never;
const stack = (text: string): string =>
  JSON.stringify({
    level: 50,
    time: 0,
    msg: text,
    err: { type: "Error", message: text, stack: text },
  });

type Case = readonly [
  name: string,
  run: (text: string) => unknown,
  pump: string,
  end?: string,
  most?: number,
];
const CASES: Case[] = [
  ...["\u2028", " ", "\n", ";", "'", "\u200b", "= ", "\u2028'"].flatMap((pump): Case[] => [
    ["csvLine", (text) => csvLine([text], "tr"), pump, "x"],
    ["unguarded", unguarded, pump, "x"],
  ]),
  ...[" ", "\n", ".", ";-", "İ", "é"].flatMap((pump): Case[] => [
    ["fold", fold, pump, "x"],
    ["carrierText", (text) => carrierText(`x${text}`, RULES, "name"), pump, "x"],
    ["trimEndOf", (text) => trimEndOf(text, /[\s.;-]/), pump, "x"],
    ["withoutEnding", (text) => withoutEnding(text, "tl"), pump, "tl"],
    ["replaceUnwritable", (text) => replaceUnwritable(text, () => false), pump, "x", PASTED],
    ["searchText", (text) => searchText(address(text)), pump, "x"],
    ["beginningsQuery", beginningsQuery, pump, "x"],
  ]),
  ...["0", "a1 ", "0 "].map((pump): Case => [
    "searchText",
    (text) => searchText(address(text)),
    pump,
    "x",
  ]),
  ...[
    " ",
    "\n ",
    "ad soyad ",
    "tel\n",
    "\n,",
    "01 ",
    "5",
    "a@",
    "turkey ",
    ",",
    ": ",
    "Kadıköy ",
  ].map((pump): Case => ["repairAddress", (text) => repairAddress(geo, text), pump, "x", PASTED]),
  ...[" ", "x=", "//", "?a=\\", "Bearer ", '"'].map((pump): Case => [
    "maskText",
    maskText,
    pump,
    "!",
  ]),
  ...['"', "\\", '{"a":', "[", " ", '"a":"\\'].map((pump): Case => [
    "maskJson",
    maskJson,
    pump,
    "x",
  ]),
  ...["/", "?a=", "&"].map((pump): Case => ["maskPath", maskPath, pump, "x"]),
  ...[" ", "\n ", "at ", ":1", "(", "…", "\n    at a (file:///b:1:2"].flatMap((pump): Case[] => [
    ["scrubText", scrubText, pump, "x"],
    ["scrubLine", (text) => scrubLine(stack(text)), pump, "x"],
  ]),
  ...["0", "0 ", "+", "(", "1.", "000."].flatMap((pump): Case[] => [
    ["normalizePhone", normalizePhone, pump, "x"],
    ["parseMoney", parseMoney, pump, "x"],
    ["readNumber", (text) => readNumber(text, findNumberFormat([text])), pump, "x"],
    ["readAmount", readAmount, pump, "x"],
    ["readWeight", readWeight, pump, "x"],
    ["readSize", readSize, pump, "x"],
  ]),
  ...[" ", "\n"].flatMap((pump): Case[] => [
    ["readAmount", readAmount, `1${pump}`, "x"],
    ["readWeight", (text) => readWeight(`1${text}`), pump, "x"],
    ["readSize", (text) => readSize(`1${text}`), pump, "x"],
  ]),
  ["amountText", (text) => amountText(`${text}.00`, "tr"), "1"],
  ...["a,", '"', "\n", ";", " ", '"\n'].map((pump): Case => [
    "readRows",
    (text) => attempt(() => readRows(bytes(text), orderHeader({ kept: [] }))),
    pump,
    "x",
  ]),
  ...["^XA", "^GFB,", "^", "~", ",", "^FD "].map((pump): Case => [
    "readCommands",
    (text) => attempt(() => readCommands(bytes(text))),
    pump,
    "x",
  ]),
  ...["zebra ", "zpl;", ":", "argox ", "CMD:"].flatMap((pump): Case[] => [
    ["languageOf", (text) => languageOf([text]), pump, "x"],
    ["deviceField", (text) => deviceField(text, "CMD"), pump, "x"],
  ]),
  ...["\u0002", "\u0003", ",", "1,", "\u00021,"].flatMap((pump): Case[] => [
    ["parseHostStatus", parseHostStatus, pump, "x"],
    ["parseIdentity", parseIdentity, pump, "x"],
    ["parsePrintMeters", parsePrintMeters, pump, "x"],
  ]),
  ...["packbench://order/", "/", "\\"].map((pump): Case => [
    "readLink",
    (text) => attempt(() => readLink(text)),
    pump,
    "x",
  ]),
];

function attempt(run: () => unknown): unknown {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** Returns the smaller processor time of two runs in this thread, ms. */
function shortest(run: () => unknown): number {
  return Math.min(
    ...[1, 2].map(() => {
      const begun = process.threadCpuUsage();
      run();
      const { user, system } = process.threadCpuUsage(begun);
      return (user + system) / 1_000;
    }),
  );
}

/** A text of a given length whose end makes a match fail late. */
const textOf = (pump: string, end: string, length: number): string =>
  Buffer.from(pump.repeat(Math.ceil(length / pump.length)) + end).toString();

it.each(CASES.map(([name, run, pump, end = "", most = LONG]) => ({ name, run, pump, end, most })))(
  "$name takes less than three times as long for a text of $pump that is twice as long",
  ({ run, pump, end, most }) => {
    const [half, whole] = [textOf(pump, end, most / 2), textOf(pump, end, most)];
    run(half.slice(0, 100));
    // Only the smallest growth counts, because garbage collection may occur during a measurement.
    const growths = [1, 2, 3].map(
      () =>
        Math.max(
          FLOOR_MS,
          shortest(() => run(whole)),
        ) /
        Math.max(
          FLOOR_MS,
          shortest(() => run(half)),
        ),
    );
    expect(Math.min(...growths)).toBeLessThan(3);
  },
  30_000,
);

it("300 notes made of line separators are written in less than 40 times the time of notes made of letters", () => {
  const rows = (sign: string): string[] => Array.from({ length: 300 }, () => sign.repeat(2_000));
  const write = (sign: string): number =>
    shortest(() => rows(sign).map((note) => csvLine([note], "tr")));
  expect(write("\u2028")).toBeLessThan(write("a") * 40 + FLOOR_MS);
});
