/** Dependencies of labels: the dependencies of shipping, and the label renderer. */
import type { LabelRenderer } from "./label-renderer.ts";
import type { ShippingDeps } from "../shipping/deps.ts";

export type LabelDeps = ShippingDeps & {
  readonly labels: LabelRenderer;
};
