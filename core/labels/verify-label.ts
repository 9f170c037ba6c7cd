/** Verifies a label that this station drew; it is printed only when its check finds no fault. */
import { errors } from "../base/errors.ts";
import type { CheckedFor } from "./check/check-report.ts";
import type { LabelRenderer } from "./label-renderer.ts";

/**
 * Checks a label of this station just before printing.
 *
 * @param expected Texts that must each be readable on the label; see `checkLabel`.
 * @returns `unverifiable` when no fault was found, but not everything could be measured.
 * @throws AppError E2035 with the fault, also when the label could not be judged; the label must
 *   not be printed then.
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
