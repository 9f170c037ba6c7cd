/**
 * Drives one device inside its process: opens it, opens it again after it was lost, parses what it
 * sends and passes readings on.
 */
import type { DriverTimes, FromDevice } from "../device-protocol.ts";
import { parseHidReport } from "../hid-report.ts";
import { askOf, lineParser } from "../parse-line.ts";
import type { Reading } from "../reading.schema.ts";
import type { Device } from "../scales.schema.ts";
import { openHid, type HidLibrary } from "./hid.ts";
import { createLineReader } from "./line-reader.ts";
import { lostDevice, type LineListeners, type OpenLine } from "./open-line.ts";
import { openSerial } from "./serial.ts";
import { openTcp } from "./tcp.ts";

type Send = (message: FromDevice) => void;
type Options = {
  readonly times: DriverTimes;
  readonly send: Send;
  readonly hid: () => HidLibrary;
};

/** Longest code of a scanner, characters. */
const MAX_CODE = 200;
/** Characters of an unreadable line that are shown to a person. */
const SAMPLE = 40;
/** Digits in a line from which it may be a badge; a line of a scale has fewer. */
const BADGE_DIGITS = 30;
/** Longest pause inside a scale's line, ms; at 300 baud a character takes 33. */
const PAUSE_MS = 1_000;
/** Interval in which unreadable lines are reported, ms. */
const UNREADABLE_MS = 500;

/**
 * Drives a device until the returned function is called.
 *
 * @throws SyntaxError when the pattern of the device is not a regular expression.
 */
export function runDevice(device: Device, { times, send, hid }: Options): () => void {
  const { begin, asked } = device.kind === "scanner" ? scans(send) : weights(device, times, send);
  let line: Pick<OpenLine, "close"> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const lose = (error: unknown): void => {
    clearTimeout(timer);
    line = undefined;
    if (isStopped) return;
    const { reason, message } = lostDevice(error);
    send({ type: "lost", reason, message });
    timer = setTimeout(open, times.reopenMs);
  };
  const open = (): void => {
    openDevice(device, times, hid, { onBytes: begin(), onLost: lose }).then((opened) => {
      if (isStopped) return opened.close();
      line = opened;
      send({ type: "opened" });
      if (asked !== null && "write" in opened)
        timer = setInterval(() => opened.write(asked), times.askMs);
    }, lose);
  };
  open();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    line?.close();
  };
}

function openDevice(
  device: Device,
  times: DriverTimes,
  hid: () => HidLibrary,
  listeners: LineListeners,
): Promise<OpenLine | Pick<OpenLine, "close">> {
  if (device.driver === "serial") return openSerial(device.serialPort, device, listeners);
  if (device.driver === "hid") return openHid(hid(), device, listeners);
  const idleMs = device.kind === "scale" ? times.reconnectMs : null;
  return openTcp({ host: device.host, port: device.port, idleMs }, listeners);
}

type Reader = {
  /** Returns the receiver of a new connection, without the unfinished line of the last one. */
  readonly begin: () => LineListeners["onBytes"];
  /** Sent regularly to get a weight; null: nothing. */
  readonly asked: string | null;
};

/** Reads codes of a scanner: lines of printable characters. */
function scans(send: Send): Reader {
  const sendSample = unreadable(send, () => false);
  const take = (line: string): void => {
    const code = line.trim();
    if (code === "") return;
    // Noise of a wrong speed has characters that no barcode has.
    if (code.length > MAX_CODE || ![...code].every(isInBarcodes)) return sendSample(code);
    send({ type: "code", code });
  };
  return { begin: () => createLineReader(take), asked: null };
}

/** Returns whether barcodes have this Latin-1 character; 0x1d separates fields of GS1 codes. */
function isInBarcodes(character: string): boolean {
  const code = character.charCodeAt(0);
  return code === 0x1d || (code >= 0x20 && code <= 0x7e) || code >= 0xa0;
}

/** Reads weights. */
function weights(device: Device, times: DriverTimes, send: Send): Reader {
  const pass = passReadings(times.readingMs, (reading) => send({ type: "reading", reading }));
  let readAt = -UNREADABLE_MS;
  const sendSample = unreadable(send, () => performance.now() - readAt < UNREADABLE_MS);
  const take = (reading: Reading | undefined, text: () => string): void => {
    if (reading === undefined) return sendSample(text());
    readAt = performance.now();
    pass(reading);
  };
  if (device.driver === "hid")
    return {
      begin: () => (report) =>
        take(parseHidReport(report), () => Buffer.from(report).toString("hex").slice(0, SAMPLE)),
      asked: null,
    };
  const parse = lineParser(device);
  return {
    begin: () => createLineReader((line) => take(parse(line), () => line), { pauseMs: PAUSE_MS }),
    asked: askOf(device),
  };
}

/** Passes each reading on, and of readings in quick succession the first and the last. */
function passReadings(everyMs: number, pass: (reading: Reading) => void): typeof pass {
  let waiting: Reading | undefined;
  let timer: NodeJS.Timeout | undefined;
  const due = (): void => {
    timer = undefined;
    if (waiting === undefined) return;
    pass(waiting);
    waiting = undefined;
    timer = setTimeout(due, everyMs);
  };
  return (reading) => {
    if (timer !== undefined) {
      waiting = reading;
      return;
    }
    pass(reading);
    timer = setTimeout(due, everyMs);
  };
}

/** Reports unreadable lines, at most two a second, and none while `isRead` says that others are. */
function unreadable(send: Send, isRead: () => boolean): (line: string) => void {
  let sentAt = -UNREADABLE_MS;
  return (line) => {
    const now = performance.now();
    if (now - sentAt < UNREADABLE_MS || isRead()) return;
    sentAt = now;
    send({ type: "unreadable", sample: sampleOf(line) });
  };
}

/**
 * Shortens a line for a person. Hides the digits of a line that may be a badge, which a scanner
 * sends that is set up as a scale.
 */
function sampleOf(line: string): string {
  const isSecret = line.replaceAll(/\D/g, "").length >= BADGE_DIGITS;
  const shown = isSecret ? line.replaceAll(/\d/g, "#") : line;
  return shown.slice(0, SAMPLE).replaceAll(/[^\x20-\x7e]/g, "·");
}
