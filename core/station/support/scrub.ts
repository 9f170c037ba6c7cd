/**
 * Removes personal data from logs and settings before they leave the station. Any word could be a
 * person's name. So a log message keeps only words that our own messages use; every other word
 * becomes "…". Errors also keep their type, code and source lines, and settings keep their shape.
 */
import { basename } from "node:path";
import { constants } from "node:os";
import { z } from "zod";
import { ERRORS } from "../../base/errors.ts";

const REDACTED = "…";
/** Words of log messages; the words of `ERRORS` are added. Words that are also names: `NAMES`. */
const LOG_WORDS = `a about again all an and another answer answered answers as asked at attempt attempts attached available background backup backups batch batches be been before begins begun brought
  by called calls cannot carrier carriers check checked checks closed closes code commit connection copied copies copy core could counted data database date deliveries delivery did disk do does
  document documents done down each ended ends entry error failed fails failure file files first folder for from full gave given gone goes has have held how if import imported in incarnation index indexing is it its
  job jobs journal kept key label labels large larger last later ledger left lies listener lock log long lost made make message migration minutes missing moment more moved must name needs never new next night no not note
  noted nothing now number numbers of off old older on once one only open opened or other out outcome output pages paper parcel planned planning printed printer printers printing process program pruning purchase
  purchases put queue read reader ready refused removed renderer request requests restored route row rows runs same saved schema screen second seconds secrets send sent server settings shipment shipments shown since
  slow some started starts state station step stop stopped stopping stops stored table takes than that the their them then there thread time times timeout to token tokens too took tried try unknown until up update upgrade used uses
  version wait waiting waits was webhook webhooks were when where which while will with without worker write writer written wrong yet`;

const WORDS: ReadonlySet<string> = new Set(
  [LOG_WORDS, ...Object.values(ERRORS).map(({ message }) => message)].flatMap(
    (text) => text.toLowerCase().match(/[a-z]+/g) ?? [],
  ),
);
const CODES: ReadonlySet<string> = new Set(Object.keys(constants.errno));
/** Words of our messages that are also first names or surnames; they stay only in lower case. */
const NAMES: ReadonlySet<string> = new Set([
  "mark",
  "will",
  "may",
  "june",
  "can",
  "ok",
  "deniz",
  "page",
  "lane",
  "price",
  "carrier's",
]);

/** Replaces all numbers in a text, and all words except error codes and words of our messages. */
export function scrubText(text: string): string {
  return text
    .replace(/[^\s.,;:()"'`]+/g, (word) => (isKnown(word) ? word : REDACTED))
    .replace(/(?:…[\s.,;:()"'`]*){2,}/g, `${REDACTED} `)
    .trim();
}

function isKnown(word: string): boolean {
  if (
    CODES.has(word) ||
    /^(?:SQLITE|ERR)_[A-Z_]{2,40}$/.test(word) ||
    /^E[12]\d{3}$/.test(word) ||
    /^[-–=/+]$/.test(word)
  )
    return true;
  return (
    WORDS.has(word.toLowerCase()) && !(NAMES.has(word.toLowerCase()) && word !== word.toLowerCase())
  );
}

/**
 * Reduces a stack to its first 20 lines, each with the function, file name, line and column.
 * Replaces names of files that are not source files. Omits the message at the top of the stack.
 */
function scrubStack(stack: unknown): string[] {
  if (typeof stack !== "string") return [];
  return [
    ...stack.matchAll(
      /^[ \t]+at (?:(?:async )?([\w$.<>[\] ]{1,80}) \()?((?:file:\/\/)?[^()\n]*?):(\d+):(\d+)\)?$/gm,
    ),
  ]
    .slice(0, 20)
    .map(([, at = "", file = "", line, column]) => {
      const name = basename(file);
      return `${/^[\w$.<>]+$/.test(at) ? at : ""} ${/^[\w.-]+\.(?:ts|js|mjs|cjs|mts)$/.test(name) || file.startsWith("node:") ? name : REDACTED}:${line}:${column}`.trim();
    });
}

const LEVELS: Readonly<Record<number, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
  60: "fatal",
};

/**
 * Scrubs a log line, so that only what may leave the station stays.
 *
 * @param line One JSON line of a log.
 * @returns The scrubbed line as JSON; "" when the line is not a JSON object.
 */
export function scrubLine(line: string): string {
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return "";
  }
  if (typeof read !== "object" || read === null) return "";
  const fields = new Map<string, unknown>(Object.entries(read));
  const [level, time, msg, err] = [
    fields.get("level"),
    fields.get("time"),
    fields.get("msg"),
    fields.get("err"),
  ];
  const kept: Record<string, unknown> = {
    level: (typeof level === "number" ? LEVELS[level] : undefined) ?? "",
    time: timeOf(time),
    msg: typeof msg === "string" ? scrubText(msg) : "",
  };
  for (const [name, value] of fields)
    if (
      /^(?:step|of|status|ms|bytes|attempts|incarnation|durationMs)$/.test(name) &&
      typeof value === "number"
    )
      kept[name] = value;
  if (typeof err === "object" && err !== null) kept["err"] = scrubError(err);
  return JSON.stringify(kept);
}

/** Fields of a logged error; each may have any type. */
const errorFields = z.looseObject({
  type: z.unknown().optional(),
  code: z.unknown().optional(),
  message: z.unknown().optional(),
  stack: z.unknown().optional(),
});

function scrubError(err: object): Record<string, unknown> {
  const { type, code, message, stack } = errorFields.parse(err);
  return {
    type: typeof type === "string" && /^[A-Z]\w*(?:Error|Exception)$/.test(type) ? type : "Error",
    ...(typeof code === "string" && isKnown(code) ? { code } : {}),
    message: typeof message === "string" ? scrubText(message) : "",
    stack: scrubStack(stack),
  };
}

function timeOf(time: unknown): string {
  const ms =
    typeof time === "string" ? Date.parse(time) : typeof time === "number" ? time : Number.NaN;
  return Number.isNaN(ms) ? "" : new Date(ms).toISOString();
}

/**
 * Reduces settings to their shape: replaces large numbers, unknown names, and texts other than our
 * own choices. A replaced text leaves its length.
 *
 * @param value A value of `station.json`.
 */
export function scrubSettings(value: unknown): unknown {
  if (typeof value === "string") return CHOICES.has(value) ? value : `<text of ${value.length}>`;
  if (Array.isArray(value)) return value.map(scrubSettings);
  if (typeof value !== "object" || value === null)
    return typeof value === "number" ? (Math.abs(value) < 100_000 ? value : "<number>") : value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one], i) => [
      /^[a-z][A-Za-z0-9]{0,39}$/.test(name) && KEYS.has(name) ? name : `<key ${i + 1}>`,
      scrubSettings(one),
    ]),
  );
}

const CHOICES: ReadonlySet<string> = new Set([
  "ZPL",
  "TSPL",
  "EPL",
  "EPL2",
  "PDF",
  "tcp",
  "cups",
  "windows",
  "file",
  "label",
  "a4",
  "packingSlip",
  "returnLabel",
  "when asked",
  "never",
  "always",
]);
/** Known names of settings and of their fields; an unknown name may come from a person. */
const KEYS: ReadonlySet<string> = new Set(
  `printers roles id name isActive language transport kind host port queue path media widthMm heightMm dpi darkness speed offset gap mode asksState proves integrityChecked at isWhole lastBackup file bytes nightlyBackup folder
  keep daily weekly monthly failure reason rateLimit pictureTargets webhookTargets carrierTargets plain loopback private requireScannedItems origins downloadedLabelDays uploadedDocumentsMB label a4 packingSlip returnLabel tracking address`.split(
    /\s+/,
  ),
);
