/**
 * Wire shape of the station's diagnostics: what a person who helps asks for first. No secrets, and
 * no data of persons.
 */
import { z } from "zod";

/** Their words in the languages of the screen stand under `diagnostics.lines` (renderer/i18n). */
const DIAGNOSTIC_LINES = [
  "app",
  "electron",
  "node",
  "sqlite",
  "schema",
  "system",
  "folder",
  "size",
  "wal",
  "free",
  "check",
  "api",
  "keys",
  "backup",
  "jobs",
  "prints",
  "crashes",
  "policy",
] as const;

const lineSchema = z.object({
  name: z.enum(DIAGNOSTIC_LINES),
  /** "" where there is none. */
  value: z.string(),
  tone: z.enum(["ok", "attention", "stop"]).nullable(),
});

export const diagnosticsSchema = z
  .object({
    lines: z.array(lineSchema),
    printers: z.array(z.object({ name: z.string(), state: z.string(), message: z.string() })),
    /** The last warnings and errors since the start, newest first. */
    faults: z.array(
      z.object({
        at: z.string(),
        level: z.enum(["warn", "error"]),
        message: z.string(),
        error: z.string(),
      }),
    ),
    /** All of it as a text to send, in English. */
    text: z.string(),
  })
  .meta({ id: "Diagnostics" });
export type Diagnostics = z.infer<typeof diagnosticsSchema>;
