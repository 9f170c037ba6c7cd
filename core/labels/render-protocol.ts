/**
 * Operations of the worker that draws our own labels and papers. `document-protocol.ts` has the
 * operations for foreign documents.
 */
import type { CheckedFor, CheckReport } from "./check/check-report.ts";
import type {
  DrawnLabel,
  DrawOrder,
  LayoutFact,
  Modules,
  PreviewedLabel,
  PreviewOrder,
  TestLabelOrder,
} from "./label-renderer.ts";
import type { PaperOperations } from "./papers/paper-sessions.ts";

/** The operations of LabelRenderer, each with its arguments as one value. */
export type RenderOperations = PaperOperations & {
  draw(order: DrawOrder): Promise<DrawnLabel>;
  drawTest(order: TestLabelOrder): Promise<Pick<DrawnLabel, "bytes" | "rasterHash">>;
  measure(
    order: Pick<DrawOrder, "model" | "media" | "dpi">,
  ): Promise<Pick<DrawnLabel, "omitted" | "transliterated">>;
  check(label: {
    readonly label: Uint8Array;
    readonly printer: CheckedFor;
    readonly expected: readonly string[];
  }): Promise<CheckReport>;
  preview(order: PreviewOrder): Promise<PreviewedLabel>;
  qrCode(text: string): Promise<Modules>;
  layouts(_: undefined): Promise<readonly LayoutFact[]>;
};
