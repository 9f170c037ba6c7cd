/**
 * Checked files that wait until their rows are taken, in memory. A member has at most one open file
 * of a kind.
 */
import { errors } from "../../base/errors.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";

/** Time after which a checked file may be dropped, ms; the next check of any file drops it. */
const OPEN_MS = 30 * 60_000;

export type OpenFiles<File> = {
  /** Keeps a file in place of the member's last one. @returns The id of the file. */
  keep(deps: Pick<ShippingDeps, "now" | "newId">, actor: Actor, file: File): string;
  /** Gets a file of the member. @throws AppError E2068 when the file is no longer open. */
  get(actor: Actor, id: string): File;
  drop(id: string): void;
};

type Kept<File> = {
  readonly file: File;
  readonly memberID: string;
  readonly organizationID: string;
  readonly untilMs: number;
};

/** Creates a store without files: after a restart no file is open. */
export function createOpenFiles<File>(): OpenFiles<File> {
  const open = new Map<string, Kept<File>>();
  return {
    keep(deps, { memberID, organizationID }, file) {
      const nowMs = Date.parse(deps.now());
      for (const [id, kept] of open)
        if (kept.memberID === memberID || kept.untilMs < nowMs) open.delete(id);
      const id = deps.newId();
      open.set(id, { file, memberID, organizationID, untilMs: nowMs + OPEN_MS });
      return id;
    },
    get({ memberID, organizationID }, id) {
      const kept = open.get(id);
      if (kept?.memberID !== memberID || kept.organizationID !== organizationID)
        throw errors.importFileClosed();
      return kept.file;
    },
    drop: (id) => void open.delete(id),
  };
}
