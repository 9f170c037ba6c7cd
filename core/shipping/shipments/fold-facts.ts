/**
 * Computes a shipment's state by folding all facts of all stations: the same set of facts gives the
 * same state at every station, in any order of arrival.
 *
 * Facts pass through the status machine in the order of their stamps. Facts of disconnected
 * stations may contradict each other, so that some fit no move of the machine. Then the
 * irreversible facts win: a bought label counts as bought, and a refunded label as cancelled, even
 * if it was scanned meanwhile. When two labels were bought, the first is in force until it is
 * refunded, then the second, so that a paid label can always be cancelled. Two labels are a
 * conflict, which ends when the surplus label is refunded. If the first label is refunded instead,
 * the conflict stays until the second is refunded too.
 */
import { move, type ShipmentEvent, type ShipmentStatus } from "./status-machine.ts";

export type Fact = {
  readonly id: string;
  /** Empty for a tracking event. */
  readonly events: readonly ShipmentEvent[];
  /** Transaction of a purchase, refusal or refund; null for other facts. */
  readonly sourceID: string | null;
  readonly at: string;
  /** Code of a tracking event; null for other facts. */
  readonly code: string | null;
};

export type Folded = {
  readonly status: ShipmentStatus;
  /** Transaction whose label is or was in force. */
  readonly purchaseID: string | null;
  /** Transaction that was refused last; null when a label was bought after it. */
  readonly refusedID: string | null;
  readonly acceptedAt: string | null;
  readonly cancelDate: string | null;
  readonly hasConflict: boolean;
  /**
   * Labels that were bought in addition to `purchaseID` and not refunded, in the order of purchase.
   */
  readonly surplus: readonly string[];
  /** Ids of the tracking events that fitted the shipment's status at their time. */
  readonly applied: ReadonlySet<string>;
};

const EVENTS: Readonly<Partial<Record<string, ShipmentEvent>>> = {
  TRANSIT: "shipped",
  DELIVERED: "delivered",
  FAILURE: "failed",
  RETURNED: "returned",
};
const UNBOUGHT: readonly ShipmentStatus[] = ["CREATED", "GOT_OFFERS", "OFFER_ACCEPTED"];
const ON_THE_ROAD: readonly ShipmentStatus[] = ["SHIPPED", "RETURN_SHIPPED"];
const ENDED: readonly ShipmentStatus[] = ["DELIVERED", "RETURNED", "CANCELED"];

/** Folds the facts of a shipment. @param facts In the order of their stamps. */
export function foldFacts(facts: readonly Fact[], isReturn: boolean): Folded {
  let state = START;
  for (const fact of facts) {
    if (fact.code !== null) state = applyScan(state, fact.id, fact.code, fact.at, isReturn);
    else for (const event of fact.events) state = applyEvent(state, event, fact, isReturn);
  }
  const { beforeShipped: _, open: __, others: surplus, isApart, ...folded } = state;
  return { ...folded, hasConflict: folded.hasConflict || isApart || surplus.length > 0, surplus };
}

/**
 * Applies one tracking event to a status. A station applies this rule when the event arrives, and
 * the fold applies it again.
 *
 * @returns `status` is undefined when the event changes no status.
 */
export function trackingMove(
  status: ShipmentStatus,
  code: string,
  isReturn: boolean,
): { isApplied: boolean; status?: ShipmentStatus } {
  if (ENDED.includes(status)) return { isApplied: false };
  const event = EVENTS[code];
  if (event === undefined || (code === "TRANSIT" && ON_THE_ROAD.includes(status)))
    return { isApplied: true };
  const to = move(status, event, isReturn);
  return to === undefined ? { isApplied: false } : { isApplied: true, status: to };
}

/**
 * State between two facts. `beforeShipped`: the state before the first tracking event that moved
 * the shipment; a refund discards the moves after it. `open`: reserved purchases. `others`: surplus
 * labels so far. `isApart`: the label in force was bought at a station that did not know of a
 * cancellation.
 */
type State = Omit<Folded, "surplus"> & {
  readonly beforeShipped: State | null;
  readonly isApart: boolean;
  readonly open: readonly string[];
  readonly others: readonly string[];
};

const START: State = {
  status: "CREATED",
  purchaseID: null,
  refusedID: null,
  acceptedAt: null,
  cancelDate: null,
  hasConflict: false,
  beforeShipped: null,
  isApart: false,
  open: [],
  others: [],
  applied: new Set(),
};

function applyScan(state: State, id: string, code: string, at: string, isReturn: boolean): State {
  const { isApplied, status } = trackingMove(state.status, code, isReturn);
  if (!isApplied) return state;
  const seen = { ...state, applied: new Set([...state.applied, id]) };
  if (status === undefined) return seen;
  const beforeShipped = state.beforeShipped ?? state;
  const acceptedAt = code === "TRANSIT" && state.acceptedAt === null ? at : state.acceptedAt;
  return { ...seen, status, beforeShipped, acceptedAt };
}

function applyEvent(
  state: State,
  event: ShipmentEvent,
  { sourceID, at }: Fact,
  isReturn: boolean,
): State {
  if (event === "bought") return buy(state, sourceID);
  if (event === "cancelled") return cancel(state, sourceID, at);
  if (event === "purchaseRefused") return refuse(state, sourceID);
  const to = move(state.status, event, isReturn);
  if (event === "purchaseOpened" && sourceID !== null && (to ?? state.status) === "OFFER_ACCEPTED")
    return { ...state, status: "OFFER_ACCEPTED", open: [...state.open, sourceID] };
  return to === undefined ? state : { ...state, status: to };
}

function buy(state: State, sourceID: string | null): State {
  const isBoughtAfterCancel = state.status === "CANCELED";
  if (state.purchaseID !== null && !isBoughtAfterCancel)
    return { ...state, others: sourceID === null ? state.others : [...state.others, sourceID] };
  if (!UNBOUGHT.includes(state.status) && !isBoughtAfterCancel) return state;
  return {
    ...state,
    status: "TRACKING_CODE_CREATED",
    purchaseID: sourceID,
    refusedID: null,
    cancelDate: null,
    isApart: isBoughtAfterCancel,
    open: [],
  };
}

function cancel(state: State, sourceID: string | null, at: string): State {
  if (sourceID === null)
    return state.purchaseID === null &&
      state.status !== "OFFER_ACCEPTED" &&
      state.status !== "CANCELED"
      ? { ...state, status: "CANCELED", cancelDate: at }
      : state;
  if (state.others.includes(sourceID))
    return { ...state, others: state.others.filter((id) => id !== sourceID) };
  if (sourceID !== state.purchaseID || state.status === "CANCELED") return state;
  const [next, ...others] = state.others;
  if (next !== undefined)
    return {
      ...state,
      purchaseID: next,
      others,
      isApart: true,
      status: state.beforeShipped === null ? "TRACKING_CODE_CREATED" : state.status,
    };
  const before = state.beforeShipped ?? state;
  return {
    ...before,
    status: "CANCELED",
    cancelDate: at,
    isApart: false,
    hasConflict: state.hasConflict || state.beforeShipped !== null,
  };
}

function refuse(state: State, sourceID: string | null): State {
  if (state.status !== "OFFER_ACCEPTED") return state;
  const open = state.open.filter((id) => id !== sourceID);
  return {
    ...state,
    open,
    refusedID: sourceID,
    status: open.length === 0 ? "GOT_OFFERS" : state.status,
  };
}
