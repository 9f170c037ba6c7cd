/** Settings of signing in that belong to this desk alone. */
import { z } from "zod";
import type { Settings } from "../../ports/settings.ts";
import { LOCK_MINUTES } from "./sign-in.schema.ts";

const KEY = "signIn";
const storedSchema = z
  .object({
    lockAfterMinutes: z
      .int()
      .min(LOCK_MINUTES.least)
      .max(LOCK_MINUTES.most)
      .catch(LOCK_MINUTES.default),
  })
  .catch({ lockAfterMinutes: LOCK_MINUTES.default });

/** Reads the idle minutes after which this desk locks. */
export function readLockMinutes(settings: Settings): number {
  return storedSchema.parse(settings.read(KEY) ?? {}).lockAfterMinutes;
}

/** Changes the idle minutes. @throws AppError E2036 when the disk is full. */
export function writeLockMinutes(settings: Settings, lockAfterMinutes: number): void {
  settings.write(KEY, { lockAfterMinutes });
}
