/**
 * The palette while it is open. Its code is there before the screen is usable: what is typed right
 * after Ctrl+K belongs to it.
 */
import { useShared } from "../../store/shared.ts";
import { soonPart } from "../../ui/lazy-screen.ts";

const Palette = soonPart(async () => (await import("./Palette.tsx")).Palette);

/** Nothing while it is closed. */
export function OpenPalette() {
  const isOpen = useShared((store) => store.paletteOpen);
  return isOpen ? <Palette /> : null;
}
