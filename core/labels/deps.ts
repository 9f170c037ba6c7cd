/** Dependencies of labels: those of the roofs below, and its own. */
import type { LabelRenderer } from "./label-renderer.ts";
import type { ShippingDeps } from "../shipping/deps.ts";

export type LabelDeps = ShippingDeps & {
  readonly labels: LabelRenderer;
};
