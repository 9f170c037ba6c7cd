/**
 * The palette while it is open. The palette's code is loaded before the screen is usable, because
 * text typed right after Ctrl+K belongs to the palette.
 */
import { useShared } from "../../store/shared.ts";
import { soonPart } from "../../ui/lazy-screen.ts";

const Palette = soonPart(async () => (await import("./Palette.tsx")).Palette);

/** Shows nothing while the palette is closed. */
export function OpenPalette() {
  const isOpen = useShared((store) => store.paletteOpen);
  return isOpen ? <Palette /> : null;
}
