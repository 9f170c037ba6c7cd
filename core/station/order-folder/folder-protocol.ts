/** Protocol of the thread that reads and writes the watched folder. */
import type { FileKind } from "./file-names.ts";
import type { WaitingFile } from "./order-folder.schema.ts";

/** Subfolders, which are made when the folder is chosen. */
export const SUBFOLDERS = ["in", "working", "done", "refused", "papers", "out"] as const;
/** Code of the error for a folder without the subfolder `in`. */
export const NOT_SET_UP = "ENOTSETUP";
export type EndFolder = "done" | "refused" | "papers";

export type Place = { readonly folder: string; readonly stationID: string };

/** A file that this station has claimed. */
export type Claim = { readonly id: string; readonly name: string; readonly kind: FileKind };

export type Look = {
  /** Files that this station has claimed and that no longer change, the oldest claim first. */
  readonly claims: readonly Claim[];
  /** Names of the papers that wait for the labels of their orders. */
  readonly papers: readonly string[];
  /** Files that cannot be taken yet, the first hundred. */
  readonly notTaken: readonly WaitingFile[];
};

/**
 * `gone`: another station has taken the claim over, or a person has removed the file. `locked`: the
 * system does not let the file be read, for want of rights or because a program has it open.
 */
export type ReadOrders =
  | { readonly state: "gone" | "changed" | "locked" | "empty" | "tooLarge" }
  | { readonly state: "read"; readonly body: Uint8Array };

/** `content`: base64. */
export type ReadPaper =
  | {
      readonly state:
        | "gone"
        | "changed"
        | "locked"
        | "empty"
        | "tooLarge"
        | "notPDF"
        | "cutOff"
        | "encrypted";
    }
  | { readonly state: "read"; readonly content: string };

/** Each operation throws the system's error when the folder cannot be used. */
export type FolderOperations = {
  /** Makes the subfolders and tries to write; the folder itself must exist. */
  setUp(place: Place): void;
  /** Looks into the folder: claims files that no longer change, and takes over old claims. */
  look(input: Place & { readonly now: string }): Look;
  /** Reads a claimed order file as the body of an import. */
  readOrders(input: Place & { readonly claim: Claim }): ReadOrders;
  /** Reads a claimed paper, or with `name` one in `papers`, and checks that it is a whole PDF. */
  readPaper(input: Place & ({ readonly claim: Claim } | { readonly name: string })): ReadPaper;
  /**
   * Moves the file of a claim.
   *
   * @returns False when the claim is gone.
   */
  endClaim(
    input: Place & { readonly claim: Claim; readonly to: EndFolder; readonly as: string },
  ): boolean;
  /** Moves a paper out of `papers`. @returns False when it is gone. */
  endPaper(input: Place & { readonly name: string; readonly to: "done" | "refused" }): boolean;
  /** Writes a file whole; replaces a file of this name. */
  write(
    input: Place & {
      readonly into: "out" | "refused";
      readonly name: string;
      readonly content: Uint8Array;
    },
  ): void;
};
