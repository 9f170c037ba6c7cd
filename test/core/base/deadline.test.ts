import { describe, expect, it } from "vitest";
import { DeadlineError, withDeadline } from "../../../core/base/deadline.ts";

const forever = (): Promise<never> => new Promise(() => {});

describe("awaiting with a deadline", () => {
  it("the call's result is returned, and its errors, even synchronous errors, are passed on", async () => {
    expect(await withDeadline(() => Promise.resolve(1), { ms: 1_000 })).toBe(1);
    await expect(
      withDeadline(() => Promise.reject(new Error("no")), { ms: 1_000 }),
    ).rejects.toThrow("no");
    const throws = (): Promise<never> => {
      throw new Error("at once");
    };
    await expect(withDeadline(throws, { ms: 1_000 })).rejects.toThrow("at once");
  });

  it("a call that never settles ends at its deadline or at the stop, and its signal is aborted", async () => {
    const stop = new AbortController();
    const signals: AbortSignal[] = [];
    const run = (signal: AbortSignal): Promise<never> => {
      signals.push(signal);
      return forever();
    };
    await expect(withDeadline(run, { ms: 5, stop: stop.signal })).rejects.toThrow(DeadlineError);
    const second = withDeadline(run, { ms: 60_000, stop: stop.signal });
    stop.abort(new Error("stopped"));
    await expect(second).rejects.toThrow("stopped");
    await expect(withDeadline(run, { ms: 60_000, stop: stop.signal })).rejects.toThrow("stopped");
    // The third call was not started.
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true]);
  });

  it("a failure after the deadline is dropped", async () => {
    let fail = (_error: Error): void => undefined;
    await expect(
      withDeadline(() => new Promise<never>((_, reject) => (fail = reject)), { ms: 5 }),
    ).rejects.toThrow(DeadlineError);
    fail(new Error("late"));
    // Without handling, the late rejection would fail this run.
    await new Promise((done) => setImmediate(done));
  });
});
