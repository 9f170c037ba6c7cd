/** A printer's own settings as its ZPL labels carry them. */
import { dotsPerMm, type ZplSettings } from "../labels/zpl.ts";
import type { Printer } from "./printer.ts";

/** @returns Offsets in the printer's dots. */
export function zplSettings({ dpi, settings }: Pick<Printer, "dpi" | "settings">): ZplSettings {
  const { darkness, speed, offsetMm, graphics } = settings;
  const dots = (mm: number): number => Math.round(mm * dotsPerMm(dpi)) + 0; // no negative zero
  return {
    offset: { x: dots(offsetMm.x), y: dots(offsetMm.y) },
    graphics,
    ...(darkness === null ? {} : { darkness }),
    ...(speed === null ? {} : { speed }),
  };
}
