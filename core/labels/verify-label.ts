/** The last look before paper: a label is rendered at printer dots, its symbols are read back and compared. */
import { AppError } from "../base/errors.ts";
import type { Media } from "../documents/media.schema.ts";
import type { LabelRenderer } from "./label-renderer.ts";
import type { Dpi } from "./labels.schema.ts";

/**
 * @param expected The texts that must each be readable off the label. More symbols may be on it.
 * @throws AppError E2035 naming what could not be read; nothing may be printed then.
 */
export async function verifyLabel(
  renderer: LabelRenderer,
  zpl: Uint8Array,
  printer: Media & { readonly dpi: Dpi },
  expected: readonly string[],
): Promise<void> {
  const found = await renderer.read(zpl, printer.dpi, printer);
  const missing = expected.filter((text) => !found.includes(text));
  if (missing.length === 0) return;
  throw new AppError("E2035", `The label did not pass its own check and was not printed: ${missing.join(", ")} cannot be read off it.`, {
    missing: missing.join(", "),
    read: found.join(", "),
  });
}
