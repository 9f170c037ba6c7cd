/** Conversion of a printer's settings to the form that labels use. */
import { dotsPerMmOf } from "../labels/dots.ts";
import type { PrintSettings } from "../labels/print-settings.ts";
import type { Printer } from "./printer.ts";

/** Returns the settings with offsets in the printer's dots. */
export function printSettings({ dpi, settings }: Pick<Printer, "dpi" | "settings">): PrintSettings {
  const { darkness, speed, offsetMm, graphics, gapMm } = settings;
  const toDots = (mm: number): number => Math.round(mm * dotsPerMmOf(dpi)) + 0; // no negative zero
  return {
    offset: { x: toDots(offsetMm.x), y: toDots(offsetMm.y) },
    graphics,
    ...(darkness === null ? {} : { darkness }),
    ...(speed === null ? {} : { speed }),
    ...(gapMm === null ? {} : { gapMm }),
  };
}
