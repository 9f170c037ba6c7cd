/**
 * Hybrid logical clock: orders changes of all stations, close to wall time, never backwards. A
 * stamp sorts as text: 12 hex digits of milliseconds, 4 of a counter, "-", the writer's name.
 */

export type HybridClock = {
  /** Returns the next stamp, later than every stamp this clock has issued or received. */
  next(nowMs: number): string;
  /**
   * Advances the clock past a stamp of another station.
   *
   * @throws ClockSkewError when the stamp is too far ahead.
   */
  receive(hlc: string, nowMs: number): void;
  /** Upper bound, as text, of the stamps that `receive` accepts. */
  limit(nowMs: number): string;
  /**
   * Sets how far this machine's clock is behind the common clock of all stations, ms; negative:
   * ahead. Applies from the next stamp.
   */
  correct(byMs: number): void;
  readonly correctionMs: number;
};

/** Length of milliseconds and counter at the start of a stamp. */
export const TIME_DIGITS = 16;
/**
 * Stamps are compared as text: a stamp in another form could be early as a number but later than
 * all others as text.
 */
const FORM = /^[0-9a-f]{16}-[^.]+\.\d{1,9}$/;
const MAX_COUNTER = 0xffff;
export const MAX_SKEW_MS = 5 * 60_000;

/**
 * Another station's clock is more than five minutes ahead: its changes would win over all of ours
 * until our clock catches up.
 */
export class ClockSkewError extends Error {
  override readonly name = "ClockSkewError";
}

/**
 * Creates a station's hybrid clock.
 *
 * @param writer Station and incarnation, "<station id>.<n>": the part after the dash.
 * @param last The newest stamp this station has written or seen; the clock continues after it.
 * @param correctedByMs Initial correction, as by `correct`.
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

/** Returns whether a text from outside is a stamp. */
export function isStamp(text: string): boolean {
  return FORM.test(text);
}

/** Reads the time of a stamp, ms since the epoch. */
export function msOf(hlc: string): number {
  return parse(hlc).ms;
}

/** Reads the ordering part of a stamp: milliseconds and counter, 16 hex digits. */
export function timeOf(hlc: string): string {
  return hlc.slice(0, TIME_DIGITS);
}

/** Joins the two parts of a stamp. */
export function hlcOf(time: string, writer: string): string {
  return `${time}-${writer}`;
}

/** Reads the writer of a stamp: "<station id>.<incarnation>". */
export function writerOf(hlc: string): string {
  return hlc.slice(TIME_DIGITS + 1);
}

function parse(hlc: string): { ms: number; counter: number } {
  return {
    ms: Number.parseInt(hlc.slice(0, 12), 16),
    counter: Number.parseInt(hlc.slice(12, TIME_DIGITS), 16),
  };
}
