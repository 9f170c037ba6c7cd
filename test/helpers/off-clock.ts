/** Gives a process a wrong clock with Debian's libfaketime. The monotonic clock stays correct. */
import { existsSync, writeFileSync } from "node:fs";

const LIBRARY = [
  `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu/faketime/libfaketime.so.1`,
].find((path) => existsSync(path));

/** Reason for skipping tests of wrong clocks; undefined when they run. */
export const whyNoOffClock =
  LIBRARY === undefined
    ? "libfaketime is not on this machine (Debian: apt-get install faketime)"
    : undefined;
if (whyNoOffClock !== undefined)
  process.stderr.write(`Tests of clocks that are off are skipped: ${whyNoOffClock}.\n`);

/**
 * Returns environment variables that give a process a wrong clock.
 *
 * @param offset "+4m", "-4m", "+40d".
 */
export function offClock(offset: string): Readonly<Record<string, string>> {
  return {
    LD_PRELOAD: LIBRARY ?? "",
    FAKETIME: offset,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    DONT_FAKE_MONOTONIC: "1",
  };
}

/**
 * Creates a clock that a test changes while the process runs. `set("+6m")` puts the clock six
 * minutes ahead.
 */
export function settableClock(file: string): {
  readonly environment: Readonly<Record<string, string>>;
  set(offset: string): void;
} {
  const set = (offset: string): void => writeFileSync(file, offset);
  set("+0");
  const { FAKETIME: _, ...environment } = offClock("+0");
  return {
    environment: { ...environment, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: "1" },
    set,
  };
}
