/** What covers the right half of the home view now; nothing while nothing does. */
import { useShared } from "../store/shared.ts";
import type { SlotProps } from "../store/slots.tsx";
import { OVERLAYS, QUESTIONS } from "./parts.ts";

/**
 * The overlay that is open.
 * @param props As the slot describes them.
 * @returns null when none is open.
 */
export function OpenOverlay(props: SlotProps["overlay"]) {
  const open = useShared((store) => store.overlay);
  const overlay = [...QUESTIONS, ...OVERLAYS].find(({ name }) => name === open);
  return overlay === undefined ? null : <overlay.Panel {...props} />;
}
