/**
 * Server-sent events of one print job: its present status first, then each change; the stream ends
 * with the job.
 */
import type { Readable } from "node:stream";
import type { Actor } from "../http/actor.ts";
import type { PrintingDeps } from "./deps.ts";
import { streamEvents } from "../http/integrations/stream-events.ts";
import { getOwnPrintJob, withoutHistory } from "./program-prints.ts";

/**
 * Statuses that end the stream. UNKNOWN does not end it, because a person's answer will still
 * change the job.
 */
const ENDS: ReadonlySet<string> = new Set(["SENT", "CONFIRMED", "FAILED"]);

/**
 * Streams events named `printjob`; their data is the job, as in the answer to POST
 * /station/printjobs. After a reconnect, the present status is sent first again.
 *
 * @param reauthenticate Checks the token again; throws when the token has expired or was revoked.
 * @throws AppError E2027 when this caller may see no such job; E2005 when the token or its
 *   organization has too many open streams.
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
    of: (fact) => (fact.topic === "printjob.changed" && fact.subjectID === id ? read() : undefined),
  });
}
