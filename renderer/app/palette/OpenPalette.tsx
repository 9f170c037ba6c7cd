/** The palette while it is open. Its code is there from the start: what is typed right after Ctrl+K belongs to it. */
import { useShared } from "../../store/shared.ts";
import { Palette } from "./Palette.tsx";

/** Nothing while it is closed. */
export function OpenPalette() {
  const isOpen = useShared((store) => store.paletteOpen);
  return isOpen ? <Palette /> : null;
}
