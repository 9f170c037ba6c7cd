/** What the label renderer's worker serves. */
import type { Media } from "../documents/media.schema.ts";
import type { LabelFormat } from "./label-renderer.ts";
import type { Dpi, LabelModel } from "./labels.schema.ts";

type SeenZpl = { readonly zpl: Uint8Array; readonly dpi: Dpi; readonly size: Media };

/** The operations of LabelRenderer, each with its arguments as one value. */
export type RenderOperations = {
  draw(label: { readonly model: LabelModel; readonly format: LabelFormat; readonly dpi: Dpi }): Promise<Uint8Array>;
  read(label: SeenZpl): Promise<readonly string[]>;
  picture(label: SeenZpl): Promise<Uint8Array>;
};
