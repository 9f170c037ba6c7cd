import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import type { BoardParcel } from "../../../../core/shipping/board/board.schema.ts";
import { NextStep } from "../../../../renderer/features/tracking/NextStep.tsx";
import { askToHandle } from "../../../../renderer/features/tracking/tracking-commands.ts";
import {
  createTrackingSlice,
  type TrackingSlice,
} from "../../../../renderer/features/tracking/tracking.slice.ts";
import { useTracking } from "../../../../renderer/features/tracking/use-tracking.ts";
import { markupOf, textOf } from "../../render.ts";

const parcel = (shipmentID: string, part: Partial<BoardParcel> = {}): BoardParcel =>
  ({ shipmentID, eventID: `event-${shipmentID}`, reason: "UNDELIVERABLE", ...part }) as BoardParcel;
const [FIRST, SECOND] = [parcel("first"), parcel("second")];
const BOARD = "/station/tracking/board";
const HANDLED = "/station/tracking/handled";

/** Parcels that need attention on the station's board. */
let listed: readonly BoardParcel[];
/** Code with which the station refuses each call of a path. */
let refused: Readonly<Record<string, string>>;
let sent: { readonly path: string; readonly body: unknown }[];

beforeEach(() => {
  listed = [FIRST, SECOND];
  refused = {};
  sent = [];
  const dataOf = (path: string): unknown =>
    path === BOARD
      ? { stuckDays: 3, attention: [{ count: listed.length, list: listed }], columns: [] }
      : path.startsWith("/shipments/")
        ? { organizationShipmentID: 312 }
        : { shipmentID: path.split("/").at(-1) };
  const invoke = (
    _: string,
    { method, path, body }: { readonly method: string; readonly path: string; body?: unknown },
  ) => {
    if (method === "POST") sent.push({ path, body });
    const code = refused[path];
    return Promise.resolve({
      ok: true,
      value: {
        body:
          code === undefined
            ? { result: true, data: dataOf(path) }
            : { result: false, code, message: code },
      },
    });
  };
  vi.stubGlobal("window", { bridge: { invoke } });
});
afterEach(() => vi.unstubAllGlobals());

async function openBoard() {
  const store = createStore<TrackingSlice>()(createTrackingSlice);
  useTracking.bind({ ...store, getInitialState: store.getState } as never);
  await store.getState().loadBoard();
  return store;
}

const pathsOf = (): readonly string[] => sent.map(({ path }) => path);

it("a copy whose parcel could not be marked is kept: the next attempt marks the parcel and makes no second copy", async () => {
  const store = await openBoard();
  const sendAgain = () => store.getState().sendChosenAgain((number) => `copy ${number}`);
  refused = { [HANDLED]: "E2083" };
  expect(await sendAgain()).toBeNull();
  expect(textOf(markupOf(NextStep, { parcel: FIRST, stuckDays: 3 }))).toContain(
    "The parcel was not marked Sent again as shipment 312",
  );
  refused = {};
  expect(await sendAgain()).toBe(312);
  expect(sent).toEqual([
    { path: "/shipments/first", body: { isReturn: false } },
    { path: HANDLED, body: { shipmentID: "first", eventID: "event-first", note: "copy 312" } },
    { path: HANDLED, body: { shipmentID: "first", eventID: "event-first", note: "copy 312" } },
  ]);
  await sendAgain();
  expect(pathsOf().filter((path) => path === "/shipments/first")).toHaveLength(2);
});

it("a parcel stays chosen while its note is written, also when it leaves the board, and the note marks that parcel", async () => {
  const store = await openBoard();
  store.getState().askNote(true);
  listed = [SECOND];
  await store.getState().loadBoard();
  expect([store.getState().chosenParcel, store.getState().parcelAction.step]).toEqual([
    FIRST,
    "note",
  ]);
  await store.getState().handleChosen("called");
  expect(sent).toEqual([
    { path: HANDLED, body: { shipmentID: "first", eventID: "event-first", note: "called" } },
  ]);
});

it("the note closes when its parcel no longer needs attention, and does not open at the next event", async () => {
  const store = await openBoard();
  store.getState().askNote(true);
  listed = [{ ...FIRST, reason: null }, SECOND];
  await store.getState().loadBoard();
  listed = [FIRST, SECOND];
  await store.getState().loadBoard();
  const { chosenParcel, parcelAction } = store.getState();
  expect([chosenParcel, parcelAction.step]).toEqual([FIRST, "none"]);
});

it("failures of a parcel are not shown under the next chosen parcel", async () => {
  const store = await openBoard();
  const fail = async (): Promise<void> => {
    refused = { [HANDLED]: "E1051", "/station/tracking/parcels/first": "E1051" };
    store.getState().chooseParcel(FIRST);
    await store.getState().handleChosen("");
    await store.getState().loadParcelWay("first");
    const { parcelAction, parcelWayFailure } = store.getState();
    expect([parcelAction.step, parcelWayFailure?.code]).toEqual(["failed", "E1051"]);
    refused = {};
  };
  const shown = (): unknown => {
    const { chosenParcel, parcelAction, parcelWayFailure } = store.getState();
    return [chosenParcel?.shipmentID, parcelAction.step, parcelWayFailure];
  };
  await fail();
  store.getState().chooseParcel(SECOND);
  expect(shown()).toEqual(["second", "none", null]);

  await fail();
  listed = [SECOND];
  await store.getState().loadBoard();
  expect(shown()).toEqual(["second", "none", null]);
});

it("F9 opens the note only for a parcel that can be marked as handled with a note", async () => {
  listed = [parcel("returned", { reason: "RETURNED" })];
  const store = await openBoard();
  askToHandle();
  expect(store.getState().parcelAction.step).toBe("none");
  listed = [FIRST];
  await store.getState().loadBoard();
  askToHandle();
  expect(store.getState().parcelAction.step).toBe("note");
});
