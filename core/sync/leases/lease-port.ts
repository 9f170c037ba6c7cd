/**
 * `deps.leases` of a core: obtains leases from the current session with the hub, and none without a
 * session.
 */
import type { Leases } from "../../db/leases.ts";

export type LeasePort = Leases & {
  /** Uses these leases until the returned function is called. */
  use(leases: Leases): () => void;
};

/** Without a session, nothing is obtained. */
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
