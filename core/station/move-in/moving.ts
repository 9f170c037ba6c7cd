/** A move that runs, and the outcome of one row. */
import type { Actor } from "../../http/actor.ts";
import type { StationDeps } from "../deps.ts";
import type { Connection } from "../../shipping/carriers/connection.ts";
import { MOVED_KINDS, type LeftOut, type MovedKind } from "./move-in.schema.ts";
import type { MoveInRow } from "./move-in.store.ts";
import type { RemoteAddress } from "./read-rows.ts";

/** A move with its account. */
export type Moving = {
  readonly deps: StationDeps;
  readonly move: MoveInRow;
  readonly accountID: string;
  readonly accountName: string;
  readonly actor: Pick<Actor, "organizationID" | "memberID">;
  /** Reads a path of the server. */
  readonly read: NonNullable<Connection["read"]>;
  /** Addresses that shipments name and that no list has, by id; undefined: not there either. */
  readonly fetched: Map<string, RemoteAddress | undefined>;
  /** The page that was read last: its place, and a hash of the ids of its rows. */
  readonly last: { place: string; hash: string };
  /** A shipment that the open transaction has inserted; "" none. */
  readonly news: { shipmentID: string };
};

export type Taken =
  | { readonly result: "taken" | "changed" | "alike" }
  | { readonly result: "leftOut"; readonly reason: LeftOut };

/** How the rows of one kind are read and taken. */
export type RowKind = {
  readonly kind: MovedKind;
  /** Path of a page. */
  path(page: number, size: number): string;
  /** Whether a list comes in pages; else whole. */
  readonly isPaged: boolean;
  /** Whether the move continues when the server does not give the list. */
  readonly isOptional: boolean;
  /** Reads what the rows of a page need in addition. Reads nothing that is here. */
  prepare?(moving: Moving, rows: readonly unknown[], signal: AbortSignal): Promise<void>;
  /** Takes a row, in an open transaction. Counts a row that cannot be read as left out. */
  take(moving: Moving, row: unknown): Taken;
};

/** Rows of a page: the interface's largest. */
const PAGE = 100;
/** Rows of a page of a server that does not answer with so many, for example of long rows. */
export const SMALL_PAGE = 10;

/** Where a round starts. */
export const ROUND_START = {
  kind: MOVED_KINDS[0],
  page: 1,
  pageSize: PAGE,
  atRow: 0,
  totalRows: 0,
} as const;

export const TAKEN: Taken = { result: "taken" };
export const CHANGED: Taken = { result: "changed" };
export const ALIKE: Taken = { result: "alike" };

/** Makes the outcome of a row that is not taken. */
export function leftOut(reason: LeftOut): Taken {
  return { result: "leftOut", reason };
}
