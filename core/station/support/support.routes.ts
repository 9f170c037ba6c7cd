/** /station/support-bundle */
import { dirname, resolve } from "node:path";
import type { Reader } from "../../db/reader.ts";
import { serve, type Route } from "../route.ts";
import { supportBundle } from "./support-bundle.ts";
import * as api from "./support.api.ts";

/**
 * Creates the routes of support.
 *
 * @param version Version of Packbench.
 */
export function supportRoutes(version: string): readonly Route[] {
  const countInTurn = sessionsInTurn();
  return [
    serve(api.getSupportBundle, ({ deps, callersReader }) => ({
      bytes: supportBundle({
        dataDir: dirname(resolve(deps.db.raw.name)),
        version,
        now: deps.now(),
        reader: countInTurn(callersReader()),
      }),
      type: "application/zip",
      fileName: `packbench-support-${deps.now().slice(0, 10)}.zip`,
    })),
  ];
}

/**
 * Returns a function that makes readers whose sessions run one after the other. A session may count
 * the rows of every table in a separate thread, and several sessions at once would take memory and
 * processor time from purchases.
 */
function sessionsInTurn(): (reader: Reader) => Reader {
  let last: Promise<unknown> = Promise.resolve();
  return (reader) => ({
    ...reader,
    sessions(run) {
      const turn = last.then(() => reader.sessions(run));
      last = turn.catch(() => {}); // the caller receives the error; the next session still runs
      return turn;
    },
  });
}
