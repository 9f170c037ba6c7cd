/**
 * The row in hand: the list's active row, which the side panel shows and on which F6 and F8 act
 * while nothing is selected.
 */
import type { StateCreator } from "zustand";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";
import type { ShipmentListRow } from "../../../core/shipping/shipments/shipment-rows.schema.ts";
import { keepFlag, readFlag } from "../../store/kept-flag.ts";
import type { SharedState } from "../../store/shared.ts";
import { isNarrow } from "../../ui/list/narrow.ts";
import type { BulkSlice } from "./bulk.slice.ts";
import type { DetailSlice } from "./detail.slice.ts";
import type { QuestionSlice } from "./question.slice.ts";

export type PanelSlice = {
  readonly rowInHand: ShipmentListRow | null;
  /** Whether the panel is shown where there is room next to the list; kept on this computer. */
  readonly isPanelOn: boolean;
  /** Whether a person went into the panel; in a narrow window it is shown only then. */
  readonly isInPanel: boolean;
  /** Sets the row in hand. Questions about another row close. */
  takeInHand(row: ShipmentListRow | null): void;
  showPanel(isOn: boolean): void;
  goIntoPanel(isIn: boolean): void;
};

type State = SharedState & BulkSlice & DetailSlice & QuestionSlice & PanelSlice;

const KEPT = "shipments-panel";

/** Creates the slice with the panel as it was left. */
export const createPanelSlice: StateCreator<State, [], [], PanelSlice> = (set, get) => ({
  rowInHand: null,
  isPanelOn: readFlag(KEPT, true),
  isInPanel: false,
  takeInHand(rowInHand) {
    if (rowInHand?.id === get().rowInHand?.id) return set({ rowInHand });
    set({
      rowInHand,
      asksReprintOpen: false,
      ...(get().openedShipment === null && isOfOpen(get().shipmentsQuestion)
        ? { shipmentsQuestion: null }
        : {}),
    });
  },
  showPanel(isPanelOn) {
    set({ isPanelOn, isInPanel: false });
    keepFlag(KEPT, isPanelOn);
  },
  goIntoPanel(isInPanel) {
    if (isInPanel && !isNarrow() && !get().isPanelOn) get().showPanel(true);
    set({ isInPanel });
  },
});

/** Returns whether a question is about one shipment, and not about the selected ones. */
function isOfOpen(question: QuestionSlice["shipmentsQuestion"]): boolean {
  return question !== null && question !== "buy" && question !== "cancel";
}

/** Returns whether the list shows its panel now. */
function isPanelShown({ isPanelOn, isInPanel }: PanelSlice): boolean {
  return isNarrow() ? isInPanel : isPanelOn;
}

/**
 * Returns the shipment that is open or, in the list, in the panel; undefined for none. Commands for
 * one shipment act on it.
 */
export function shipmentInHand(
  state: Pick<State, "openedShipment"> & PanelSlice,
): string | undefined {
  if (state.openedShipment !== null) return state.openedShipment.id;
  return isPanelShown(state) ? state.rowInHand?.id : undefined;
}

/** Returns the newest print of the label; undefined when this station printed none. */
export function labelJobOf({
  jobs,
}: NonNullable<DetailSlice["shipmentDetail"]>): PrintJob | undefined {
  return jobs
    .filter(({ kind }) => kind === "LABEL")
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0];
}

/** Returns what was read of the shipment in hand; null until it was read. */
export function detailInHand(
  state: Pick<State, "openedShipment" | "shipmentDetail"> & PanelSlice,
): DetailSlice["shipmentDetail"] {
  const { shipmentDetail: read } = state;
  return read?.detail.shipment.id === shipmentInHand(state) ? read : null;
}
