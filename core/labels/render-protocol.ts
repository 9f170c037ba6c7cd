/** What the label renderer's worker serves. */
import type { Media } from "../documents/media.schema.ts";
import type { CheckedFor, CheckReport } from "./check/check-report.ts";
import type { ConvertedPart, ConvertTarget, Original } from "./convert/converted.ts";
import type { DrawnLabel, DrawOrder, LayoutFact, PreviewedLabel, PreviewOrder } from "./label-renderer.ts";
import type { Dpi } from "./labels.schema.ts";
import type { PaperOperations } from "./papers/paper-sessions.ts";
import type { LogoDots } from "./logo/make-logo.ts";

type SeenZpl = { readonly zpl: Uint8Array; readonly dpi: Dpi; readonly size: Media };

/** The operations of LabelRenderer, each with its arguments as one value. */
export type RenderOperations = PaperOperations & {
  draw(order: DrawOrder): Promise<DrawnLabel>;
  measure(order: Pick<DrawOrder, "model" | "media" | "dpi">): Promise<Pick<DrawnLabel, "omitted" | "transliterated">>;
  check(label: { readonly zpl: Uint8Array; readonly printer: CheckedFor; readonly expected: readonly string[] }): Promise<CheckReport>;
  read(label: SeenZpl): Promise<readonly string[]>;
  picture(label: SeenZpl): Promise<Uint8Array>;
  preview(order: PreviewOrder): Promise<PreviewedLabel>;
  layouts(_: undefined): Promise<readonly LayoutFact[]>;
  makeLogo(png: Uint8Array): Promise<LogoDots>;
  convertPart(document: { readonly original: Original; readonly target: ConvertTarget; readonly part: number }): Promise<ConvertedPart>;
};
