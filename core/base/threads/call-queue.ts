/**
 * Calls that wait for a thread. Callers have their turns one after the other, each in the order of
 * its own calls, so that one with many calls does not keep the others waiting.
 */
type FromCaller = { readonly caller: string };

export type CallQueue<Call extends FromCaller> = {
  add(call: Call): void;
  /** Takes out the first call of the caller whose last turn is the longest ago. */
  take(): Call | undefined;
  /** @returns Whether it waited. */
  remove(call: Call): boolean;
  /** Takes out all. */
  clear(): Call[];
};

/** @returns A queue in which no call waits. */
export function createCallQueue<Call extends FromCaller>(): CallQueue<Call> {
  const waiting: Call[] = [];
  /** The number of each caller's last turn, while calls wait. */
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
