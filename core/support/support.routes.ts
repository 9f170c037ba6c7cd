/** /station/support-bundle */
import { dirname, resolve } from "node:path";
import { serve, type Route } from "../http/route.ts";
import { supportBundle } from "./support-bundle.ts";
import * as api from "./support.api.ts";

/** @param version Of Packbench. */
export function supportRoutes(version: string): readonly Route[] {
  return [
    serve(api.getSupportBundle, ({ deps, callersReader }) => ({
      bytes: supportBundle({ dataDir: dirname(resolve(deps.db.raw.name)), version, now: deps.now(), reader: callersReader() }),
      type: "application/zip",
      fileName: `packbench-support-${deps.now().slice(0, 10)}.zip`,
    })),
  ];
}
