/** Awaiting another program for a limited time, also when the code that calls it never settles. */

/**
 * Runs `run` and awaits it until its deadline or the stop. Its signal is aborted then, and the
 * promise rejects at that moment: an adapter may ignore the signal, or never settle. What it gives
 * later is dropped.
 *
 * @param until.ms The deadline, from now; without one only the stop ends it.
 * @throws what `run` throws; DeadlineError when its time is over; the reason of `until.stop` when
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
