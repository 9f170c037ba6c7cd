/**
 * Wire shape of the station's diagnostics: the facts that support asks for first. Secrets are
 * masked in the faults and in the text.
 */
import { z } from "zod";

/** Names of lines; the screen's translations are under `diagnostics.lines` (renderer/i18n). */
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
  "holidays",
  "crashes",
  "policy",
] as const;

const lineSchema = z.object({
  name: z.enum(DIAGNOSTIC_LINES),
  /** "" when there is no value. */
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
    /** All diagnostics as an English text to send to support. */
    text: z.string(),
  })
  .meta({ id: "Diagnostics" });
export type Diagnostics = z.infer<typeof diagnosticsSchema>;
