/**
 * Reads data for a screen, and keeps the last value and the last failure until the screen closes.
 */
import { useCallback, useEffect, useRef, useState } from "react";
import { failureOf, type Failure } from "../lib/failure.ts";

type Loaded<T> = {
  readonly value: T | null;
  readonly failure: Failure | null;
  readonly reload: () => Promise<void>;
};

/**
 * Reads when the screen opens.
 *
 * @param read Called again by `reload`.
 * @returns The last value, which stays when a later read fails.
 */
export function useLoaded<T>(read: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<Pick<Loaded<T>, "value" | "failure">>({
    value: null,
    failure: null,
  });
  const latest = useRef(read);
  latest.current = read;
  const isOpen = useRef(true);
  const reload = useCallback(async () => {
    try {
      const value = await latest.current();
      if (isOpen.current) setState({ value, failure: null });
    } catch (error) {
      if (isOpen.current) setState((now) => ({ ...now, failure: failureOf(error) }));
    }
  }, []);
  useEffect(() => {
    isOpen.current = true;
    void reload();
    return () => {
      isOpen.current = false;
    };
  }, [reload]);
  return { ...state, reload };
}
