/**
 * Queue of calls that wait for a thread. Callers take turns, and each caller's calls keep their
 * order, so that a caller with many calls does not block other callers.
 */
type FromCaller = { readonly caller: string };

export type CallQueue<Call extends FromCaller> = {
  add(call: Call): void;
  /** Removes and returns the first call of the caller whose last turn is the longest ago. */
  take(): Call | undefined;
  /**
   * Removes a call.
   *
   * @returns Whether the call was in the queue.
   */
  remove(call: Call): boolean;
  /** Removes and returns all calls. */
  clear(): Call[];
};

/** Creates an empty queue. */
export function createCallQueue<Call extends FromCaller>(): CallQueue<Call> {
  const waiting: Call[] = [];
  /** Sequence number of each caller's last turn; cleared when `take` empties the queue. */
  const turns = new Map<string, number>();
  let lastTurn = 0;
  const remove = (call: Call): boolean => {
    const place = waiting.indexOf(call);
    if (place !== -1) waiting.splice(place, 1);
    return place !== -1;
  };
  return {
    add: (call) => void waiting.push(call),
    take() {
      const turnOf = ({ caller }: Call): number => turns.get(caller) ?? 0;
      let first = waiting[0];
      for (const call of waiting)
        if (first !== undefined && turnOf(call) < turnOf(first)) first = call;
      if (first === undefined) return undefined;
      remove(first);
      if (waiting.length === 0) turns.clear();
      else turns.set(first.caller, ++lastTurn);
      return first;
    },
    remove,
    clear: () => waiting.splice(0),
  };
}
