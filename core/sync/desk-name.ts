/**
 * What this desk is called at all stations of its organization: a name that a person has given it,
 * else this computer's.
 */
import { hostname } from "node:os";
import type { SyncDeps } from "./deps.ts";
import { deskNameSchema } from "./sync.schema.ts";

const KEY = "deskName";

export type DeskName = {
  now(): string;
  /**
   * Kept before it counts.
   * @throws AppError E2036 when the disk does not take it; the name is then the one before.
   */
  set(name: string): void;
  /** Called after each change. @returns How to stop. */
  onChange(listen: () => void): () => void;
};

/** The name as the settings have it. */
export function createDeskName({ settings }: Pick<SyncDeps, "settings">): DeskName {
  const listeners = new Set<() => void>();
  const now = (): string => {
    const kept = deskNameSchema.safeParse(settings.read(KEY));
    return kept.success ? kept.data : hostname();
  };
  return {
    now,
    set(name) {
      if (name === now()) return;
      settings.write(KEY, name);
      for (const listen of listeners) listen();
    },
    onChange(listen) {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}
