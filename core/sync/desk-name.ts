/**
 * Stores this desk's name, which all stations of its organization show: a person's choice,
 * otherwise this computer's name.
 */
import { hostname } from "node:os";
import type { SyncDeps } from "./deps.ts";
import { deskNameSchema } from "./sync.schema.ts";

const KEY = "deskName";

export type DeskName = {
  now(): string;
  /**
   * Sets the name, durably.
   *
   * @throws AppError E2036 when the disk rejects the write; the previous name stays.
   */
  set(name: string): void;
  /**
   * Calls `listen` after each change of the name.
   *
   * @returns A function that stops the calls.
   */
  onChange(listen: () => void): () => void;
};

/** Reads and writes the name in the settings. */
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
