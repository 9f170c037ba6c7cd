/** A label that this station drew is printed only when its check finds nothing wrong. */
import { errors } from "../base/errors.ts";
import type { CheckedFor } from "./check/check-report.ts";
import type { LabelRenderer } from "./label-renderer.ts";

/**
 * @returns `unverifiable` when nothing wrong was found, and not everything could be measured.
 * @param expected The texts that must each be readable off the label. More symbols may be on it.
 * @throws AppError E2035 with what is wrong, also when the label could not be judged; nothing may
 *   be printed then.
 */
export async function verifyLabel(
  renderer: LabelRenderer,
  label: Uint8Array,
  printer: CheckedFor,
  expected: readonly string[],
): Promise<"verified" | "unverifiable"> {
  const { outcome, faults, symbols } = await renderer.check(label, printer, expected);
  if (outcome === "verified" || (outcome === "unverifiable" && faults.length === 0)) return outcome;
  const read = symbols.map(({ text }) => text);
  throw errors.labelFailedCheck(
    `The label did not pass its own check and was not printed. ${faults[0]?.message ?? ""}`.trimEnd(),
    {
      faults: faults.map(({ code }) => code).join(", "),
      missing: expected.filter((text) => !read.includes(text)).join(", "),
      read: read.join(", "),
    },
  );
}
