import type { z } from "zod";

/** Returns the first message at each field that a form's schema refuses, as the form shows it. */
export function wrongFields(schema: z.ZodType, typed: unknown): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(typed).error?.issues ?? [])
    wrong[path.join(".")] ??= message;
  return wrong;
}
