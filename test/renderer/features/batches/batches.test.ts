import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import type {
  Batch,
  BatchRest,
  Unprinted,
} from "../../../../core/fulfilment/batches/batches.schema.ts";
import {
  answerStop,
  askStopOpen,
  goOn,
  pauseOpen,
  stepBack,
  takeLabel,
} from "../../../../renderer/features/batches/batch-commands.ts";
import {
  createBatchesSlices,
  useBatches,
  type BatchesState,
} from "../../../../renderer/features/batches/use-batches.ts";
import { createShared, useShared } from "../../../../renderer/store/shared.ts";
import { JamOffer } from "../../../../renderer/features/batches/JamOffer.tsx";
import { showLaterWords } from "../../../../renderer/i18n/i18n.ts";
import { markupOf, textOf } from "../../render.ts";
import { aBatch } from "./a-batch.ts";

type Request = { readonly method: string; readonly path: string; readonly body?: unknown };

let requests: Request[] = [];
let answers: (request: Request) => unknown = () => ({ list: [] });
const refusal = (code: string): unknown => ({ result: false, code, message: code });
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const asked = (): string[] => requests.map(({ method, path }) => `${method} ${path}`);

beforeEach(() => {
  requests = [];
  vi.stubGlobal("localStorage", { getItem: () => '{"sound":false}', setItem: () => undefined });
  vi.stubGlobal("document", { documentElement: { lang: "en", dataset: {} } });
  vi.stubGlobal("window", {
    bridge: {
      invoke: async (channel: string, request: Request) => {
        if (channel !== "api:request") return { ok: true, value: null };
        requests.push(request);
        const answer = await answers(request);
        const isRefusal = typeof answer === "object" && answer !== null && "code" in answer;
        return {
          ok: true,
          value: { status: 200, body: isRefusal ? answer : { result: true, data: answer } },
        };
      },
    },
  });
  const store = createStore<BatchesState>()((...args) => ({
    ...createShared(...args),
    ...createBatchesSlices(...args),
  }));
  useShared.bind(store);
  useBatches.bind(store);
});
afterEach(() => vi.unstubAllGlobals());

/** Adds a batch to the view and opens it. */
function opened(part: Partial<Batch>): Batch {
  const batch = aBatch(part);
  useBatches.getState().noteBatch(batch);
  useBatches.getState().openBatch(batch.id);
  return batch;
}

const REST: BatchRest = {
  last: {
    position: 10,
    shipmentID: "s",
    barcode: "KP10",
    orderNumber: "T-10",
    recipientName: "Elif",
    districtName: "Konak",
    cityName: "İzmir",
    providerCode: "PTT",
    productTitle: "",
    printJobID: "j",
    status: "SENT",
  },
  again: 2,
  first: 18,
};

describe("opening the view", () => {
  it("the view opens a paused batch rather than a running batch, and the form of a new batch when all batches have ended", async () => {
    const list = [
      aBatch({ id: "done", status: "DONE" }),
      aBatch({ id: "running" }),
      aBatch({ id: "paused", status: "PAUSED" }),
    ];
    const opens = async (shown: readonly Batch[]): Promise<unknown> => {
      answers = () => ({ list: shown });
      await useBatches.getState().enterBatches();
      return useBatches.getState().batchPane;
    };
    expect(await opens(list.slice(0, 1))).toEqual({ show: "new" });
    expect(await opens(list)).toEqual({ show: "batch", id: "paused" });
    useBatches.getState().openBatch("running");
    expect(await opens(list)).toEqual({ show: "batch", id: "running" });
  });
});

describe("Enter", () => {
  it("Enter resumes a paused batch, and reopens the question that keeps the batch paused", async () => {
    answers = () => aBatch();
    opened({ status: "PAUSED", pauseReason: "question", unknown: 1 });
    useBatches.getState().putOffQuestion("j");
    goOn();
    expect([useBatches.getState().putOff.size, asked()]).toEqual([0, []]);
    opened({ status: "PAUSED", pauseReason: "question" });
    goOn();
    await settled();
    expect([asked(), useBatches.getState().batches?.[0]?.status]).toEqual([
      ["POST /station/batches/b/resume"],
      "RUNNING",
    ]);
  });

  it("Enter starts a new batch once, however often it is pressed", async () => {
    const unprinted: Unprinted = {
      carriers: [{ providerCode: "PTT", carrierName: "PTT", labels: 2 }],
      shipmentIDs: ["s1", "s2"],
      preview: [],
    };
    answers = ({ path }) =>
      path.startsWith("/station/batches/unprinted") ? unprinted : aBatch({ id: "new", total: 2 });
    useBatches.getState().openNewBatch();
    await useBatches.getState().chooseNewBatch({ sort: "zone", day: "2026-11-21", printerID: "p" });
    goOn();
    goOn();
    await settled();
    expect(asked()).toEqual([
      "GET /station/batches/unprinted?sort=zone&day=2026-11-21",
      "POST /station/batches",
    ]);
    expect([requests[1]?.body, useBatches.getState().batchPane]).toEqual([
      { shipmentIDs: ["s1", "s2"], sort: "zone", printerID: "p" },
      { show: "batch", id: "new" },
    ]);
  });

  it("Enter reads the list again and shows the reason when labels were printed meanwhile (E2075)", async () => {
    answers = ({ method }) =>
      method === "POST" ? refusal("E2075") : { carriers: [], shipmentIDs: ["s1"], preview: [] };
    useBatches.getState().openNewBatch();
    await useBatches.getState().loadUnprinted();
    goOn();
    await settled();
    expect([useBatches.getState().starting, asked().length]).toMatchObject([
      { step: "failed", failure: { code: "E2075" } },
      3,
    ]);
  });
});

describe("a scan", () => {
  it("a scan of the last good label offers the rest, and Enter resumes the batch at the next label", async () => {
    answers = ({ path }) => (path.endsWith("/rest") ? REST : aBatch());
    opened({ status: "PAUSED", pauseReason: "person" });
    expect(takeLabel("KP10")).toBe(true);
    await settled();
    expect(useBatches.getState().jam).toEqual({
      step: "offered",
      batchID: "b",
      code: "KP10",
      rest: REST,
    });
    goOn();
    goOn();
    await settled();
    expect([asked(), requests.at(-1)?.body, useBatches.getState().jam.step]).toEqual([
      ["POST /station/batches/b/rest", "POST /station/batches/b/resume"],
      { after: "KP10" },
      "none",
    ]);
  });

  it("a scan pauses a running batch, and reads the rest again after the pause", async () => {
    answers = ({ path }) => (path.endsWith("/rest") ? REST : aBatch({ status: "PAUSED" }));
    opened({ status: "RUNNING" });
    takeLabel("KP10");
    await vi.waitFor(() => expect(useBatches.getState().jam.step).toBe("offered"));
    expect(asked().map((path) => path.split("/").at(-1))).toEqual(["rest", "pause", "rest"]);
  });

  it("a scan offers nothing and shows why if the batch could not be paused, because it still prints", async () => {
    answers = ({ path }) => (path.endsWith("/pause") ? refusal("E2000") : REST);
    opened({ status: "RUNNING" });
    takeLabel("KP10");
    await vi.waitFor(() => expect(useBatches.getState().jam.step).toBe("failed"));
    goOn();
    await settled();
    expect([
      useBatches.getState().jam,
      asked().map((path) => path.split("/").at(-1)),
    ]).toMatchObject([{ step: "failed", failure: { code: "E2000" } }, ["rest", "pause"]]);
    const now = useBatches.getState();
    vi.unstubAllGlobals();
    useBatches.bind({
      getState: () => now,
      getInitialState: () => now,
      subscribe: () => () => undefined,
    } as never);
    await showLaterWords();
    expect(textOf(markupOf(JamOffer, {}))).toContain(
      "The batch is still printing, although KP10 was scanned",
    );
  });

  it("a scan pauses a batch whose resumption is not answered yet, and reads the rest again after the pause", async () => {
    let resume = (): void => undefined;
    answers = ({ path }) => {
      if (path.endsWith("/rest")) return REST;
      const batch = aBatch({ status: path.endsWith("/pause") ? "PAUSED" : "RUNNING" });
      return path.endsWith("/resume")
        ? new Promise((resolve) => (resume = () => resolve(batch)))
        : batch;
    };
    opened({ status: "PAUSED", pauseReason: "person" });
    goOn();
    takeLabel("KP10");
    await vi.waitFor(() => expect(useBatches.getState().jam.step).toBe("offered"));
    resume();
    expect(asked().map((path) => path.split("/").at(-1))).toEqual([
      "resume",
      "rest",
      "pause",
      "rest",
    ]);
  });

  it("a scan offers the rest of a batch that ended just before its pause (E2077)", async () => {
    answers = ({ path }) => (path.endsWith("/pause") ? refusal("E2077") : REST);
    opened({ status: "RUNNING" });
    takeLabel("KP10");
    await vi.waitFor(() => expect(useBatches.getState().jam.step).toBe("offered"));
    expect(asked().map((path) => path.split("/").at(-1))).toEqual(["rest", "pause", "rest"]);
  });

  it("a scan of another label pauses nothing and is shown until Esc, and the view ignores scans without an open batch", async () => {
    answers = () => refusal("E2078");
    opened({ status: "RUNNING" });
    takeLabel("N-1");
    await settled();
    expect([useBatches.getState().jam, asked()]).toMatchObject([
      { step: "failed", code: "N-1", failure: { code: "E2078" } },
      ["POST /station/batches/b/rest"],
    ]);
    expect([stepBack(), useBatches.getState().jam.step]).toEqual([true, "none"]);
    useBatches.getState().openNewBatch();
    expect(takeLabel("N-1")).toBe(false);
  });

  it("a scan offers nothing once another scan follows", async () => {
    answers = ({ body }) => ({
      ...REST,
      again: (body as { after: string }).after === "KP10" ? 1 : 2,
    });
    opened({ status: "PAUSED" });
    takeLabel("KP10");
    takeLabel("KP11");
    await settled();
    expect(useBatches.getState().jam).toMatchObject({
      step: "offered",
      code: "KP11",
      rest: { again: 2 },
    });
  });
});

it("F8 asks before it stops a batch, and F9 pauses only a running batch", async () => {
  answers = () => aBatch({ status: "STOPPED" });
  opened({});
  askStopOpen();
  expect(useBatches.getState().stopping).toBe("b");
  answerStop("b", false);
  await settled();
  expect([useBatches.getState().stopping, asked()]).toEqual([null, []]);
  askStopOpen();
  answerStop("b", true);
  await settled();
  askStopOpen();
  pauseOpen();
  await settled();
  expect([asked(), useBatches.getState().stopping]).toEqual([
    ["POST /station/batches/b/stop"],
    null,
  ]);
});

it("labels that come into view again are read again if only other labels were refreshed meanwhile, and another batch's labels replace them", async () => {
  const item = (position: number, status: string): object => ({ ...REST.last, position, status });
  answers = ({ path }) => {
    const query = new URLSearchParams(path.split("?")[1]);
    const from = Number(query.get("from"));
    return {
      list: Array.from({ length: Number(query.get("limit")) }, (_, i) =>
        item(from + i, `read ${requests.length}`),
      ),
    };
  };
  const { seeBatchItems, refreshBatchItems } = useBatches.getState();
  const statusOf = (position: number): string | undefined =>
    useBatches.getState().batchItems.get(position)?.status;
  await seeBatchItems("b", { from: 1, to: 20 });
  await seeBatchItems("b", { from: 5, to: 25 });
  expect(requests.length).toBe(1);
  await refreshBatchItems();
  expect([statusOf(1), statusOf(5)]).toEqual(["read 1", "read 2"]);
  await seeBatchItems("b", { from: 1, to: 20 });
  expect([statusOf(1), asked().at(-1)]).toEqual([
    "read 3",
    "GET /station/batches/b/items?from=1&limit=80",
  ]);
  await seeBatchItems("other", { from: 100, to: 110 });
  expect(statusOf(1)).toBeUndefined();
});

it("labels beyond the two hundred that one read returns are read when they come into view", async () => {
  answers = ({ path }) => {
    const query = new URLSearchParams(path.split("?")[1]);
    const limit = Number(query.get("limit"));
    return {
      list: Array.from({ length: limit }, (_, i) => ({ position: Number(query.get("from")) + i })),
    };
  };
  const { seeBatchItems } = useBatches.getState();
  await seeBatchItems("b", { from: 100, to: 230 });
  expect([...useBatches.getState().batchItems.keys()].at(-1)).toBe(239);
  await seeBatchItems("b", { from: 130, to: 260 });
  expect(asked().map((path) => path.split("?")[1])).toEqual([
    "from=40&limit=200",
    "from=70&limit=200",
  ]);
});
