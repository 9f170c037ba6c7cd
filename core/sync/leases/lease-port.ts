/**
 * Implements `deps.leases` of a core: obtains leases from the current session with the hub, and
 * obtains nothing without a session.
 */
import type { Leases } from "../../db/leases.ts";

export type LeasePort = Leases & {
  /** Obtains from `leases` until the returned function is called. */
  use(leases: Leases): () => void;
};

/** Creates a port without a session, which obtains nothing. */
export function createLeasePort(): LeasePort {
  let current: Leases | undefined;
  return {
    obtain: async (need) => (await current?.obtain(need)) ?? false,
    use(leases) {
      current = leases;
      return () => {
        if (current === leases) current = undefined;
      };
    },
  };
}
