/**
 * What happens to one print job, as server-sent events: its present state first, and the stream
 * ends with the job.
 */
import type { Readable } from "node:stream";
import type { Actor } from "../http/actor.ts";
import type { PrintingDeps } from "./deps.ts";
import { streamEvents } from "../http/integrations/stream-events.ts";
import { getOwnPrintJob, withoutHistory } from "./program-prints.ts";

/** UNKNOWN is no end: a person answers it. */
const ENDS: ReadonlySet<string> = new Set(["SENT", "CONFIRMED", "FAILED"]);

/**
 * Events are named `printjob`; their data is the job, as POST answers it. After a lost connection
 * the present state comes first again.
 *
 * @param reauthenticate Looks the token up again; throws when it has ended.
 * @throws AppError E2027; E2005 when its token or its organization has too many streams open.
 */
export function streamPrintJob(
  deps: PrintingDeps,
  actor: Actor,
  reauthenticate: () => Actor,
  id: string,
): Readable {
  const read = (): { readonly text: string; readonly isLast: boolean } => {
    const job = withoutHistory(getOwnPrintJob(deps, actor, id));
    return {
      text: `event: printjob\ndata: ${JSON.stringify(job)}\n\n`,
      isLast: ENDS.has(job.status),
    };
  };
  return streamEvents(deps, actor, reauthenticate, undefined, {
    beginning: read(),
    of: (fact) =>
      fact.topic === "printjob.changed" && fact.subject_id === id ? read() : undefined,
  });
}
