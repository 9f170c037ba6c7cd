/** The palette while it is open. Its file is loaded when it first is. */
import { Suspense } from "react";
import { useShared } from "../../store/shared.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";

const Palette = lazyScreen(async () => (await import("./Palette.tsx")).Palette);

/** Nothing while it is closed. */
export function OpenPalette() {
  const isOpen = useShared((store) => store.paletteOpen);
  return isOpen ? (
    <Suspense fallback={null}>
      <Palette />
    </Suspense>
  ) : null;
}
