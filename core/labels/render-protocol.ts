/** The messages between the renderer and its worker. */
import type { ErrorCode } from "../base/errors.ts";
import type { Media } from "../documents/media.schema.ts";
import type { LabelFormat } from "./label-renderer.ts";
import type { Dpi, LabelModel } from "./labels.schema.ts";

export type RenderTask =
  | { readonly op: "draw"; readonly model: LabelModel; readonly format: LabelFormat; readonly dpi: Dpi }
  | { readonly op: "read"; readonly zpl: Uint8Array; readonly dpi: Dpi; readonly size: Media }
  | { readonly op: "picture"; readonly zpl: Uint8Array; readonly dpi: Dpi; readonly size: Media };

export type RenderRequest = { readonly id: number; readonly task: RenderTask };

export type RenderAnswer =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly id: number; readonly value: Uint8Array | readonly string[] }
  | { readonly kind: "failed"; readonly id: number; readonly code: ErrorCode | undefined; readonly message: string; readonly details: Readonly<Record<string, string | number>> };

export type RenderWorkerData = { readonly resourcesDir: string };
