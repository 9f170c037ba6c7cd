import { afterEach, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import { WaitingPrintsQuestion } from "../../../../renderer/features/printing/WaitingPrintsQuestion.tsx";
import {
  createPrintingSlices,
  usePrinting,
} from "../../../../renderer/features/printing/use-printing.ts";
import { waitingDesksOf } from "../../../../renderer/features/printing/waiting-prints.slice.ts";
import { printing } from "../../../../renderer/features/printing/feature.ts";
import { createSyncSlice } from "../../../../renderer/store/sync.slice.ts";
import { showLanguage } from "../../../../renderer/i18n/i18n.ts";
import { markupOf, textOf } from "../../render.ts";

const DESK = { stationID: "w", stationName: "Bench 7", prints: 3, requestIDs: ["r1", "r2", "r3"] };
afterEach(async () => {
  vi.unstubAllGlobals();
  await showLanguage("en");
});

it("the question names the desk and how many prints it asks for, with a key for each answer, in both languages", async () => {
  const state = {
    asked: { overlay: "waitingPrints", id: "w" },
    waitingPrints: [DESK],
    answeringPrints: null,
    sync: null,
  };
  usePrinting.bind({
    getState: () => state,
    getInitialState: () => state,
    subscribe: () => () => undefined,
  } as never);
  expect(textOf(markupOf(WaitingPrintsQuestion, { coversOffers: false }))).toMatch(
    /Bench 7 asks for 3 more prints here.*F10 Print them.*F12 Reject them.*Esc Ask me later/,
  );
  await showLanguage("tr");
  expect(textOf(markupOf(WaitingPrintsQuestion, { coversOffers: false }))).toMatch(
    /Bench 7 burada 3 baskı daha istiyor.*F10 Yazdır.*F12 Reddet/,
  );
});

it("an answer is for the prints that were shown, however many came meanwhile, and prints that were put off are asked about again when another print comes", async () => {
  let list = [DESK];
  const sent: unknown[] = [];
  const invoke = (_: string, { method, body }: { method: string; body?: unknown }) => {
    if (method === "POST") sent.push(body);
    return Promise.resolve({
      ok: true,
      value: { status: 200, body: { result: true, data: { list } } },
    });
  };
  vi.stubGlobal("window", { bridge: { invoke } });
  const store = createStore<ReturnType<typeof usePrinting.getState>>()(
    (...args) =>
      ({ ...createPrintingSlices(...args), sync: { state: "in step" }, asked: null }) as never,
  );
  await store.getState().loadWaitingPrints();
  expect(waitingDesksOf(store.getState())).toEqual([DESK]);
  store.setState({ asked: { overlay: "waitingPrints", id: "w" } });
  list = [{ ...DESK, prints: 200, requestIDs: [...DESK.requestIDs, "r4"] }];
  await store.getState().loadWaitingPrints();
  await store.getState().answerWaitingPrints("w", true);
  expect(sent).toEqual([{ requestIDs: DESK.requestIDs, print: true }]);
  store.getState().putOffWaitingPrints("w");
  expect(waitingDesksOf(store.getState())).toEqual([]);
  store.setState({ asked: null });
  await store.getState().loadWaitingPrints();
  expect(waitingDesksOf(store.getState())[0]?.prints).toBe(200);
});

it("prints that waited before the window opened are read at the window's start, even before other stations are known", async () => {
  const invoke = (_: string, { path }: { path: string }) =>
    Promise.resolve({
      ok: true,
      value: {
        status: 200,
        body: {
          result: true,
          data: path === "/station/sync" ? { state: "in step" } : { list: [DESK] },
        },
      },
    });
  vi.stubGlobal("window", { bridge: { invoke } });
  const store = createStore<ReturnType<typeof usePrinting.getState>>()(
    (...args) =>
      ({
        ...createPrintingSlices(...args),
        ...createSyncSlice(...(args as unknown as Parameters<typeof createSyncSlice>)),
        asked: null,
      }) as never,
  );
  usePrinting.bind(store);
  printing.onStart();
  await vi.waitFor(() => expect(waitingDesksOf(store.getState())).toEqual([DESK]));
});

it("the question about waiting prints closes when this station leaves its hub", () => {
  const [question] = printing.questions.filter(({ name }) => name === "waitingPrints");
  const asksIn = (state: string): unknown => {
    const now = { sync: { state }, waitingPrints: [DESK], putOffPrints: new Set() } as never;
    return [question?.next(now), question?.isOpen(now, "w")];
  };
  expect([asksIn("in step"), asksIn("cut off"), asksIn("alone")]).toEqual([
    ["w", true],
    ["w", true],
    [null, false],
  ]);
});
