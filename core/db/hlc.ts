/**
 * Hybrid logical clock: orders changes of all stations, close to wall time, never backwards.
 * Text form, comparable as text: 12 hex digits of milliseconds, 4 of a counter, "-", the writer's
 * name.
 */

export type HybridClock = {
  /** The next stamp, after every stamp this clock has given or received. */
  next(nowMs: number): string;
  /**
   * Advances the clock past a stamp of another station.
   * @throws ClockSkewError when that stamp is too far ahead.
   */
  receive(hlc: string, nowMs: number): void;
  /** `receive` takes stamps before this text. */
  limit(nowMs: number): string;
  /**
   * How far this machine's clock is behind the one that all stations share, ms; negative: ahead.
   * Counts from the next stamp on.
   */
  correct(byMs: number): void;
  readonly correctionMs: number;
};

/** Of milliseconds and counter, at the beginning of a stamp. */
export const TIME_DIGITS = 16;
/**
 * Stamps are compared as text: one in another form could be an early time as a number and later
 * than all others as text.
 */
const FORM = /^[0-9a-f]{16}-[^.]+\.\d{1,9}$/;
const MAX_COUNTER = 0xffff;
export const MAX_SKEW_MS = 5 * 60_000;

/**
 * Another station's clock is more than five minutes ahead of ours: its changes would win over all
 * of ours until then.
 */
export class ClockSkewError extends Error {
  override readonly name = "ClockSkewError";
}

/**
 * @param writer Station and incarnation, "<station id>.<n>": the part after the dash.
 * @param last The newest stamp this station has written or seen, to go on from after a restart.
 * @param correctedByMs As by `correct`.
 */
export function createHybridClock(writer: string, last?: string, correctedByMs = 0): HybridClock {
  let { ms, counter } = last === undefined ? { ms: 0, counter: 0 } : parse(last);
  let correctionMs = correctedByMs;
  const step = (nowMs: number): void => {
    if (nowMs > ms) {
      ms = nowMs;
      counter = 0;
    } else if (counter < MAX_COUNTER) {
      counter += 1;
    } else {
      ms += 1;
      counter = 0;
    }
  };
  const limitMs = (nowMs: number): number => nowMs + correctionMs + MAX_SKEW_MS;
  return {
    next(nowMs) {
      step(nowMs + correctionMs);
      return `${ms.toString(16).padStart(12, "0")}${counter.toString(16).padStart(4, "0")}-${writer}`;
    },
    receive(hlc, nowMs) {
      const seen = parse(hlc);
      if (!(seen.ms <= limitMs(nowMs)))
        throw new ClockSkewError(
          `The clock of ${writerOf(hlc)} is more than five minutes ahead of this station's. Set both by the same time server; its changes are applied then.`,
        );
      if (seen.ms > ms || (seen.ms === ms && seen.counter > counter)) ({ ms, counter } = seen);
    },
    limit: (nowMs) => (Math.floor(limitMs(nowMs)) + 1).toString(16).padStart(12, "0"),
    correct: (byMs) => void (correctionMs = byMs),
    get correctionMs() {
      return correctionMs;
    },
  };
}

/** Whether a text that came from elsewhere is a stamp. */
export function isStamp(text: string): boolean {
  return FORM.test(text);
}

/** The time of a stamp, ms since the epoch. */
export function msOf(hlc: string): number {
  return parse(hlc).ms;
}

/** The part of a stamp that orders it: milliseconds and counter, 16 hex digits. */
export function timeOf(hlc: string): string {
  return hlc.slice(0, TIME_DIGITS);
}

/** A whole stamp of its two parts. */
export function hlcOf(time: string, writer: string): string {
  return `${time}-${writer}`;
}

/** "<station id>.<incarnation>" of a stamp. */
export function writerOf(hlc: string): string {
  return hlc.slice(TIME_DIGITS + 1);
}

function parse(hlc: string): { ms: number; counter: number } {
  return {
    ms: Number.parseInt(hlc.slice(0, 12), 16),
    counter: Number.parseInt(hlc.slice(12, TIME_DIGITS), 16),
  };
}
