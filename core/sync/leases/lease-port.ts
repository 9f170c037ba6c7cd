/**
 * `deps.leases` of a core: what the session with the hub leases, and nothing while there is none.
 */
import type { Leases } from "../../db/need-lease.ts";

export type LeasePort = Leases & {
  /** Leases are asked of these until the returned function is called. */
  use(leases: Leases): () => void;
};

/** Without a session: what is asked for is not got. */
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
