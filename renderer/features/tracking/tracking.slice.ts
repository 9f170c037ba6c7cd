/** The board of parcels: the chosen column and parcel, and the parcel's route and commands. */
import type { StateCreator } from "zustand";
import { handleParcel, readBoard, readParcelWay } from "../../../core/shipping/board/board.api.ts";
import {
  STEPS,
  type Board,
  type BoardParcel,
  type ParcelWay,
} from "../../../core/shipping/board/board.schema.ts";
import { copyShipment } from "../../../core/fulfilment/transactions/copies.api.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";

/** `UNREPORTED` needs no attention: no scans come from the carriers of its parcels. */
export const COLUMNS = ["ATTENTION", ...STEPS, "UNREPORTED"] as const;
export type Column = (typeof COLUMNS)[number];
/** Columns that are shown only while they have parcels. */
const SHOWN_WITH_PARCELS: ReadonlySet<Column> = new Set(["HANDED_OVER", "UNREPORTED"]);

/**
 * State of a command for the chosen parcel. `note`: the person writes a note before marking the
 * parcel as handled.
 */
type ParcelAction =
  | { readonly step: "none" | "note" | "sending" }
  | { readonly step: "done"; readonly what: "copied" | "notCopied" | "handled" }
  | {
      readonly step: "failed";
      readonly failure: Failure;
      /** Number of the copy that was made before the failure; null without a copy. */
      readonly copyNumber: number | null;
    };

export type TrackingSlice = {
  /** null until first read. */
  readonly board: Board | null;
  readonly boardFailure: Failure | null;
  readonly boardColumn: Column;
  /**
   * The parcel whose details are shown; a new read of the board keeps it chosen while any column
   * lists it, or while the person writes a note about it.
   */
  readonly chosenParcel: BoardParcel | null;
  readonly parcelWay: ParcelWay | null;
  readonly parcelWayFailure: Failure | null;
  readonly parcelAction: ParcelAction;
  /** Whether a person went into the panel of the chosen parcel. */
  readonly isInParcel: boolean;
  /** Id of the shipment for which a person enters a scan; null without the form. */
  readonly enteringScan: string | null;
  /** Whether the status files are shown in place of the board. */
  readonly areFilesOpen: boolean;
  /** Reads the board again, and the route of the chosen parcel. */
  loadBoard(): Promise<void>;
  chooseColumn(column: Column): void;
  chooseParcel(parcel: BoardParcel): void;
  goIntoParcel(isIn: boolean): void;
  /** Opens the form for a scan of a shipment, or closes it. */
  askScan(shipmentID: string | null): void;
  showFiles(areFilesOpen: boolean): void;
  /** Reads the route of a shipment; ignores the answer if another parcel is chosen by then. */
  loadParcelWay(shipmentID: string): Promise<void>;
  /** Opens or closes the form for the note. */
  askNote(open: boolean): void;
  noteCopied(isCopied: boolean): void;
  /** Marks the chosen parcel as handled until its next event. */
  handleChosen(note: string): Promise<void>;
  /**
   * Creates a copy of the chosen parcel's shipment, and marks the parcel as handled. If the parcel
   * could not be marked, a repeated call keeps the copy and only marks the parcel.
   *
   * @param noteOf Returns the note, given the copy's number.
   * @returns The copy's number; null when a step failed, or another command is running.
   */
  sendChosenAgain(noteOf: (number: number) => string): Promise<number | null>;
};

type Put = SetState<TrackingSlice>;
type Get = GetState<TrackingSlice>;

/** Creates the slice: nothing read, the first column open. */
export const createTrackingSlice: StateCreator<TrackingSlice> = (set, get) => ({
  board: null,
  boardFailure: null,
  boardColumn: "ATTENTION",
  chosenParcel: null,
  parcelWay: null,
  parcelWayFailure: null,
  parcelAction: { step: "none" },
  isInParcel: false,
  enteringScan: null,
  areFilesOpen: false,
  goIntoParcel: (isInParcel) => set({ isInParcel }),
  askScan: (enteringScan) => set({ enteringScan }),
  showFiles: (areFilesOpen) => set({ areFilesOpen }),
  ...boardReading(set, get),
  ...boardChoices(set, get),
  ...parcelActions(set, get),
});

/** Reads the board, and the route of one shipment. */
function boardReading(set: Put, get: Get): Pick<TrackingSlice, "loadBoard" | "loadParcelWay"> {
  return {
    async loadBoard() {
      try {
        const board = await call(readBoard);
        const { chosenParcel, parcelAction, enteringScan } = get();
        // The open column is left when it is no longer shown.
        const boardColumn =
          shownColumns(board).find((one) => one === get().boardColumn) ?? COLUMNS[0];
        const fresh = COLUMNS.flatMap((column) => parcelsOf(board, column)).find(
          ({ shipmentID }) => shipmentID === chosenParcel?.shipmentID,
        );
        // A note or a scan that is being written must not mark another parcel.
        const isWriting = parcelAction.step === "note" || enteringScan !== null;
        const kept = fresh ?? (isWriting ? chosenParcel : null);
        const now = kept ?? parcelsOf(board, boardColumn)[0] ?? null;
        const isOver =
          kept === null
            ? parcelAction.step === "failed"
            : parcelAction.step === "note" && kept.reason === null;
        set({
          board,
          boardColumn,
          boardFailure: null,
          chosenParcel: now,
          ...(kept === null ? { parcelWayFailure: null } : {}),
          ...(isOver ? { parcelAction: { step: "none" } } : {}),
        });
        if (now !== null) await get().loadParcelWay(now.shipmentID);
      } catch (error) {
        set({ boardFailure: failureOf(error) });
      }
    },
    async loadParcelWay(shipmentID) {
      const isStill = (): boolean => (get().chosenParcel?.shipmentID ?? shipmentID) === shipmentID;
      try {
        const parcelWay = await call(readParcelWay, { params: { shipmentID } });
        if (isStill()) set({ parcelWay, parcelWayFailure: null });
      } catch (error) {
        if (isStill()) set({ parcelWayFailure: failureOf(error) });
      }
    },
  };
}

/** State of a parcel that was just chosen. */
const nothingDone = {
  parcelWayFailure: null,
  parcelAction: { step: "none" },
  enteringScan: null,
} as const;

/** Chooses a column with its first parcel, or a parcel; reads the chosen parcel's route at once. */
function boardChoices(set: Put, get: Get): Pick<TrackingSlice, "chooseColumn" | "chooseParcel"> {
  return {
    chooseColumn(boardColumn) {
      const { board } = get();
      const first = board === null ? undefined : parcelsOf(board, boardColumn)[0];
      set({ boardColumn, ...nothingDone, chosenParcel: first ?? null });
      if (first !== undefined) void get().loadParcelWay(first.shipmentID);
    },
    chooseParcel(chosenParcel) {
      if (get().chosenParcel?.shipmentID === chosenParcel.shipmentID) return;
      set({ ...nothingDone, chosenParcel });
      void get().loadParcelWay(chosenParcel.shipmentID);
    },
  };
}

/** Commands for the chosen parcel. */
function parcelActions(
  set: Put,
  get: Get,
): Pick<TrackingSlice, "askNote" | "noteCopied" | "handleChosen" | "sendChosenAgain"> {
  let isAsked = false;
  /** Numbers of copies whose parcel is not marked yet, by the parcel's shipment. */
  const copies = new Map<string, number>();
  const mark = async ({ shipmentID, eventID }: BoardParcel, note: string): Promise<void> => {
    const parcelWay = await call(handleParcel, { body: { shipmentID, eventID, note } });
    copies.delete(shipmentID);
    set({ parcelWay, parcelAction: { step: "done", what: "handled" } });
    await get().loadBoard();
  };
  /** Runs one command at a time, because a key may come twice. */
  const once = async <T>(run: (parcel: BoardParcel) => Promise<T>): Promise<T | null> => {
    const { chosenParcel } = get();
    if (chosenParcel === null || isAsked) return null;
    isAsked = true;
    set({ parcelAction: { step: "sending" } });
    try {
      return await run(chosenParcel);
    } catch (error) {
      const copyNumber = copies.get(chosenParcel.shipmentID) ?? null;
      set({ parcelAction: { step: "failed", failure: failureOf(error), copyNumber } });
      return null;
    } finally {
      isAsked = false;
    }
  };
  return {
    askNote: (open) =>
      set({ parcelAction: { step: open && get().chosenParcel !== null ? "note" : "none" } }),
    noteCopied: (isCopied) =>
      set({ parcelAction: { step: "done", what: isCopied ? "copied" : "notCopied" } }),
    async handleChosen(note) {
      await once((parcel) => mark(parcel, note));
    },
    sendChosenAgain: (noteOf) =>
      once(async (parcel) => {
        const number = copies.get(parcel.shipmentID) ?? (await copyOf(parcel));
        copies.set(parcel.shipmentID, number);
        await mark(parcel, noteOf(number));
        return number;
      }),
  };
}

/** Creates a copy of the parcel's shipment. @returns The copy's number. */
async function copyOf({ shipmentID }: BoardParcel): Promise<number> {
  const made = await call(copyShipment, { params: { shipmentID }, body: { isReturn: false } });
  return ("shipment" in made ? made.shipment : made).organizationShipmentID;
}

/**
 * Returns the listed parcels of a column in order. Parcels that need attention are ordered by
 * reason, the most serious first.
 */
export function parcelsOf(board: Board, column: Column): readonly BoardParcel[] {
  return groupsOf(board, column).flatMap(({ list }) => list);
}

/** Lists the columns that the board shows now, in order. */
export function shownColumns(board: Board): readonly Column[] {
  return COLUMNS.filter((column) => !SHOWN_WITH_PARCELS.has(column) || countOf(board, column) > 0);
}

/** Returns the number of parcels of a column, including those that are not listed. */
export function countOf(board: Board, column: Column): number {
  return groupsOf(board, column).reduce((sum, { count }) => sum + count, 0);
}

function groupsOf(
  { attention, columns }: Board,
  column: Column,
): readonly { readonly count: number; readonly list: readonly BoardParcel[] }[] {
  return column === "ATTENTION" || column === "UNREPORTED"
    ? attention.filter(({ reason }) => (reason === "UNREPORTED") === (column === "UNREPORTED"))
    : columns.filter(({ step }) => step === column);
}
