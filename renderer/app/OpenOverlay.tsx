/** The panel that now covers the right half of the home view. */
import { useShared } from "../store/shared.ts";
import type { SlotProps } from "../store/slots.tsx";
import { OVERLAYS, QUESTIONS } from "./parts.ts";

/**
 * The open overlay.
 *
 * @param props The properties of the slot.
 * @returns null when no overlay is open.
 */
export function OpenOverlay(props: SlotProps["overlay"]) {
  const open = useShared((store) => store.overlay);
  const overlay = [...QUESTIONS, ...OVERLAYS].find(({ name }) => name === open);
  return overlay === undefined ? null : <overlay.Panel {...props} />;
}
