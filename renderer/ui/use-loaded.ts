/**
 * Reads data for a screen. Keeps the last value, and the failure of the last read if it failed,
 * until the screen closes.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import { failureOf, type Failure } from "../lib/failure.ts";
import { createInOrder } from "../lib/in-order.ts";

type Loaded<T> = {
  readonly value: T | null;
  readonly failure: Failure | null;
  readonly reload: () => Promise<void>;
};

/**
 * Reads when the screen opens.
 *
 * @param read Called again by `reload`.
 * @returns `value`: of the last read that succeeded. `failure`: of the last read; null if that read
 *   succeeded.
 */
export function useLoaded<T>(read: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Pick<Loaded<T>, "value" | "failure">>({
    value: null,
    failure: null,
  });
  const latest = useRef(read);
  latest.current = read;
  const isOpen = useRef(true);
  const [request] = useState(createInOrder);
  const reload = useCallback(async () => {
    const isNewest = request();
    try {
      const value = await latest.current();
      if (isOpen.current && isNewest()) setState({ value, failure: null });
    } catch (error) {
      if (isOpen.current && isNewest()) setState((now) => ({ ...now, failure: failureOf(error) }));
    }
  }, [request]);
  useEffect(() => {
    isOpen.current = true;
    void reload();
    return () => {
      isOpen.current = false;
    };
  }, [reload]);
  return { ...state, reload };
}
