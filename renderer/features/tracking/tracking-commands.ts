/** Commands of the tracking keys for the chosen parcel; `parcel-acts.ts` has its next step. */
import type { Reason } from "../../../core/shipping/board/board.schema.ts";
import type { SharedState } from "../../store/shared.ts";
import { enterPanel, leavePanel } from "../../ui/list/panel-focus.ts";
import { useTracking } from "./use-tracking.ts";

/**
 * Returns whether a person writes a note when marking a parcel with this reason as handled. A
 * returned parcel is taken in without such a note.
 */
export function canNote(reason: Reason | null): boolean {
  return reason !== null && reason !== "RETURNED";
}

/** Opens the form that marks the chosen parcel as handled, if the parcel can be marked so. */
export function askToHandle(): void {
  const { chosenParcel, askNote } = useTracking.getState();
  if (canNote(chosenParcel?.reason ?? null)) askNote(true);
}

type Member = Pick<SharedState, "desk">;

/** Returns whether the member may enter scans: an owner or an admin. */
export function mayEnterScans({ desk }: Member): boolean {
  return desk.step === "ready" && ["owner", "admin"].includes(desk.facts.member.role);
}

/** Opens the form for a scan of the chosen parcel. */
export function askChosenScan(): void {
  const store = useTracking.getState();
  if (store.chosenParcel !== null && mayEnterScans(store))
    store.askScan(store.chosenParcel.shipmentID);
}

/** Shows the status files, or the board again. */
export function toggleFiles(): void {
  const store = useTracking.getState();
  if (mayEnterScans(store)) store.showFiles(!store.areFilesOpen);
}

/** Opens the detail of the chosen parcel's shipment. */
export function openChosen(): void {
  const { chosenParcel, openShipment } = useTracking.getState();
  if (chosenParcel !== null) openShipment(chosenParcel.shipmentID);
}

/** Goes into the panel of the chosen parcel. */
export function enterChosen(): void {
  useTracking.getState().goIntoParcel(true);
  enterPanel();
}

/**
 * Handles Esc: closes the status files or the form for the note, or leaves the panel.
 *
 * @returns false when none is open.
 */
export function stepBack(): boolean {
  const { parcelAction, askNote, goIntoParcel, areFilesOpen, showFiles } = useTracking.getState();
  if (areFilesOpen) {
    showFiles(false);
    return true;
  }
  if (parcelAction.step === "note") {
    askNote(false);
    return true;
  }
  const wasIn = leavePanel();
  if (wasIn) goIntoParcel(false);
  return wasIn;
}
