/** Derives facts from shared printers and print requests of other stations. */
import type { Projection } from "../../db/projection.ts";
import { followShared } from "./follow-shared.ts";

export const followSharedPrinters: Projection = {
  tables: { shared_printers: {}, print_requests: { where: "s.state IN ('ASKED', 'TAKEN')" } },
  when: "end",
  run: followShared,
};
