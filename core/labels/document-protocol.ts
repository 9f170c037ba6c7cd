/** Operations of the worker for foreign documents. */
import type { Media } from "../db/documents/media.schema.ts";
import type { ConvertedPart, ConvertTarget, Original } from "./convert/converted.ts";
import type { Dpi } from "./labels.schema.ts";
import type { LogoDots } from "../ports/logo.ts";

type SeenZpl = { readonly zpl: Uint8Array; readonly dpi: Dpi; readonly size: Media };

export type DocumentOperations = {
  convertPart(document: {
    readonly original: Original;
    readonly target: ConvertTarget;
    readonly part: number;
  }): Promise<ConvertedPart>;
  makeLogo(png: Uint8Array): Promise<LogoDots>;
  read(label: SeenZpl): Promise<readonly string[]>;
  picture(label: SeenZpl): Promise<Uint8Array>;
  /** Returns the memory of engines and pictures, bytes; includes garbage until it is collected. */
  heldBytes(_: undefined): number;
};
