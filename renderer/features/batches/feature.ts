/**
 * Batches of labels, which are printed together in a chosen order, paused, and resumed after a jam.
 */
import { Layers } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen, soonPart } from "../../ui/lazy-screen.ts";
import {
  answerStop,
  askStopOpen,
  goOn,
  hasEnter,
  openNew,
  pauseOpen,
  stepBack,
  takeLabel,
} from "./batch-commands.ts";
import { batchInHandOf } from "./batches.slice.ts";
import { createBatchesSlices, useBatches, type BatchesSlices } from "./use-batches.ts";

const VIEW = "batches";

/**
 * Pause after each read, ms: each print job changes three times, and a person does not notice
 * faster updates.
 */
const PACE_MS = 150;

const isShown = (): boolean => useBatches.getState().view === VIEW;

export const batches = {
  slice: createBatchesSlices,
  bind: useBatches.bind,
  views: [
    {
      name: VIEW,
      title: "app.view.batches",
      Icon: Layers,
      Screen: lazyScreen(async () => (await import("./Batches.tsx")).Batches),
      commands: [
        {
          name: "batchGoOn",
          key: "Enter",
          run: goOn,
          isOpen: hasEnter,
          waitsForScreen: true,
          notWhileAsked: true,
        },
        { name: "batchNew", key: "F2", run: openNew, notWhileAsked: true },
        { name: "batchStop", key: "F8", run: askStopOpen, notWhileAsked: true },
        { name: "batchPause", key: "F9", run: pauseOpen },
      ],
      keyLines: [
        { rank: 0, key: "Enter", words: "keys.batchGoOn" },
        { rank: 0.5, key: "Shift+Enter", words: "keys.batchPage" },
        { rank: 2, key: "F2", words: "keys.batchNew" },
        { rank: 8, key: "F8", words: "keys.batchStop" },
        { rank: 9, key: "F9", words: "keys.batchPause" },
      ],
      takeCode: takeLabel,
      back: stepBack,
      // While the view shows the result of a scan, it does not show the question.
      asks: () => useBatches.getState().jam.step === "none",
      shows() {
        const state = useBatches.getState();
        const { batchPane, isInBatch, jam, unprinted } = state;
        const batch = batchInHandOf(state);
        return [
          batchPane.show,
          String(isInBatch),
          batch?.id ?? "",
          batch?.status ?? "",
          jam.step,
          String(unprinted?.shipmentIDs.length),
        ];
      },
    },
  ],
  questions: [
    {
      name: "stopBatch",
      Panel: soonPart(async () => (await import("./StopQuestion.tsx")).StopQuestion),
      isPackersOwn: true,
      next: ({ view, stopping }) => (view === VIEW ? stopping : null),
      isOpen: ({ view, stopping }, id) => view === VIEW && stopping === id,
      answer: answerStop,
      putOff: () => useBatches.getState().askStop(null),
    },
  ],
  refetchOn: [
    {
      topics: ["printbatch.changed"],
      read: async () => (isShown() ? useBatches.getState().loadBatches() : undefined),
    },
    {
      topics: ["printjob.changed", "printbatch.changed"],
      async read() {
        if (!isShown()) return;
        await Promise.all([
          useBatches.getState().refreshOpenBatches(),
          useBatches.getState().refreshBatchItems(),
        ]);
        await new Promise((resolve) => setTimeout(resolve, PACE_MS));
      },
    },
    {
      topics: ["transaction.done", "printbatch.changed"],
      read: async () =>
        isShown() && useBatches.getState().batchPane.show === "new"
          ? useBatches.getState().loadUnprinted()
          : undefined,
    },
  ],
} as const satisfies Feature<BatchesSlices>;
