/** Protocol of the thread that reads price lists. */
import type { Mapping } from "./mapping.schema.ts";
import type { AgreementFileInput } from "../file/agreement-file.schema.ts";
import type { LoadedFile } from "../file/load-file.ts";
import type { PriceListAnswer } from "./price-list.schema.ts";

/** Inputs of a reading. `body`: the unchanged body of a request. */
type ReadRequest = {
  readonly body: Uint8Array;
  /** Mappings that persons gave before, by the key of the headings. */
  readonly mappings: Readonly<Record<string, Mapping>>;
  readonly feePpm: number;
  readonly vatPpm: number;
};

/** `given`: the mapping of the request, with the key of its headings, when the list was loaded. */
type ReadAnswer = {
  readonly answer: PriceListAnswer;
  readonly given: { readonly key: string; readonly mapping: Mapping } | null;
};

export type PriceListOperations = {
  /**
   * Reads a price list.
   *
   * @throws AppError E2029 when the file is unreadable, E1085 when the body has another shape.
   */
  read(request: ReadRequest): Promise<ReadAnswer>;
  /**
   * Reads a file that is a whole agreement.
   *
   * @throws AppError E2029 when the file is unreadable, E1085 when the body has another shape.
   */
  readFile(request: Omit<ReadRequest, "mappings">): Promise<{
    readonly loaded: LoadedFile;
    readonly isPreview: AgreementFileInput["preview"];
  }>;
};
