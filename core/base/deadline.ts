/**
 * Awaits another program for a limited time, even if the code that calls the program never settles.
 */

/**
 * Runs `run` and awaits it until its deadline or the stop. At that time, aborts the signal of `run`
 * and rejects at once, because an adapter may ignore the signal and never settle. A later result is
 * dropped.
 *
 * @param until.ms The deadline from now, ms; without it only the stop ends the wait early.
 * @throws Errors of `run`; DeadlineError when the time is over; the reason of `until.stop` when
 *   that is aborted.
 */
export async function withDeadline<T>(
  run: (signal: AbortSignal) => Promise<T>,
  until: { readonly ms?: number; readonly stop?: AbortSignal | undefined },
): Promise<T> {
  const { ms, stop } = until;
  stop?.throwIfAborted();
  const call = new AbortController();
  const isOver = new Promise<never>((_, reject) =>
    call.signal.addEventListener("abort", () => reject(call.signal.reason), { once: true }),
  );
  const onStop = (): void => call.abort(stop?.reason);
  const timer =
    ms === undefined ? undefined : setTimeout(() => call.abort(new DeadlineError(ms)), ms).unref();
  stop?.addEventListener("abort", onStop, { once: true });
  try {
    return await Promise.race([run(call.signal), isOver]);
  } finally {
    clearTimeout(timer);
    stop?.removeEventListener("abort", onStop);
  }
}

export class DeadlineError extends Error {
  override readonly name = "DeadlineError";

  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
  }
}
