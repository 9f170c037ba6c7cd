/**
 * Detects that the station's process crashed while it processed messages of the stream. Without
 * this detection, a message that crashes the engine would end the station at each start until the
 * stream deletes the message.
 *
 * A file next to the database names the messages that are being processed. It is written without
 * waiting for the disk, because it must survive the process but not a power cut.
 */
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { parseBounded } from "../../base/bounded-json.ts";

const FILE = "stream-work.json";
const LIMITS = { bytes: 1_000, depth: 1, values: 10 };
/** Number of crashes after which a message is quarantined instead of applied. */
const MOST_DEATHS = 2;

/**
 * `first` and `last`: sequence numbers. `lastAt`: when the hub stored the last message, ms.
 * `deaths`: how often the process crashed on these messages.
 */
const noteSchema = z.object({
  first: z.int(),
  last: z.int(),
  lastAt: z.number(),
  deaths: z.int().min(0),
});
type Note = z.output<typeof noteSchema>;
type Message = { readonly seq: number; readonly at: number };

export type DeadlyMessages = {
  /** Records that messages from the first to the last are being processed. */
  begin(first: Message, last: Message): void;
  end(): void;
  /**
   * Returns whether the process may have crashed on the message. Such a message is processed
   * alone.
   */
  isSuspect(message: Message): boolean;
  /** Returns whether the process crashed on the message at least twice. */
  isPassedOver(message: Message): boolean;
  close(): void;
};

/**
 * Opens the record of messages on which the process crashed.
 *
 * @param database Path of the station's file; ":memory:" in tests, which writes no file.
 */
export function watchDeaths(database: string): DeadlyMessages {
  if (database === ":memory:")
    return { begin() {}, end() {}, close() {}, isSuspect: () => false, isPassedOver: () => false };
  const path = join(dirname(database), FILE);
  const died = readNote(path);
  const suspect = died === undefined ? undefined : { ...died, deaths: died.deaths + 1 };
  const file = openSync(path, "w", 0o600);
  const write = (note: Note | undefined): void => {
    const text = note === undefined ? "" : JSON.stringify(note);
    ftruncateSync(file, 0);
    if (text !== "") writeSync(file, text, 0);
  };
  // A start that ends before it processes the suspect messages must not forget them.
  if (suspect !== undefined) write({ ...suspect, deaths: suspect.deaths - 1 });
  const isSuspect = ({ seq }: Message): boolean =>
    suspect !== undefined && seq >= suspect.first && seq <= suspect.last;
  return {
    begin(first, last) {
      write({
        first: first.seq,
        last: last.seq,
        lastAt: last.at,
        deaths: isSuspect(last) ? (suspect?.deaths ?? 0) : 0,
      });
    },
    end: () => write(undefined),
    isSuspect,
    isPassedOver(message) {
      return (
        suspect !== undefined &&
        suspect.deaths >= MOST_DEATHS &&
        suspect.first === suspect.last &&
        suspect.last === message.seq &&
        suspect.lastAt === message.at
      );
    },
    close: () => closeSync(file),
  };
}

function readNote(path: string): Note | undefined {
  try {
    return parseBounded(readFileSync(path), noteSchema, FILE, LIMITS);
  } catch {
    return undefined; // The file is missing, empty or truncated: nothing is known.
  }
}
