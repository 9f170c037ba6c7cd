/**
 * The path of a label inside the printer: it waits in memory while the printer is stopped, takes
 * its time when it is slow, and comes out on disk. Memory is lost at a power cut, as in a real
 * printer; what came out is not.
 */
import { isStopped, type Behaviour } from "./behaviour.ts";
import type { JobStore, PrintedLabel, SimulatorJob } from "./job-store.ts";

export type PrintHead = {
  /**
   * Resolves when the label is out, with all its copies, or at once when it must wait for a person.
   */
  take(label: ReceivedLabel): Promise<void>;
  /** Labels taken and not yet out, each copy counted. */
  readonly waiting: number;
  /** After a change of behaviour: prints what waited, if it may. */
  resume(): void;
  stop(): void;
};

type ReceivedLabel = Omit<PrintedLabel, "copy" | "isPartial">;

type Label = ReceivedLabel & { copiesOut: number };

/** @returns A head without labels, which prints as the current behaviour requires. */
export function createPrintHead(parts: {
  readonly store: JobStore;
  behaviour(): Behaviour;
  onPrinted(job: SimulatorJob): void;
}): PrintHead {
  const labels: Label[] = [];
  let running: Promise<void> | undefined;
  let isOver = false;
  const nap = createNap();

  async function run(): Promise<void> {
    for (;;) {
      const label = labels[0];
      const behaviour = parts.behaviour();
      if (label === undefined || isOver || isStopped(behaviour)) return;
      if (behaviour.mode === "slow") await nap.sleep(behaviour.slowMs);
      if (isOver || isStopped(parts.behaviour())) continue;
      const { copiesOut, ...received } = label;
      const job = await parts.store.add({
        ...received,
        copy: copiesOut + 1,
        isPartial: parts.behaviour().mode === "half",
      });
      label.copiesOut += 1;
      if (label.copiesOut >= label.copies) labels.shift();
      parts.onPrinted(job);
    }
  }

  function start(): Promise<void> {
    running ??= run()
      .finally(() => {
        running = undefined;
      })
      .then(() => {
        // The printer may have become ready in the moment its last round ended.
        if (labels.length > 0 && !isOver && !isStopped(parts.behaviour())) startInBackground();
      });
    return running;
  }

  /**
   * Starts without a caller to answer: a label that cannot be written is kept and tried again with
   * the next one.
   */
  function startInBackground(): void {
    start().catch(() => undefined);
  }

  return {
    get waiting() {
      return labels.reduce((sum, { copies, copiesOut }) => sum + copies - copiesOut, 0);
    },
    async take(label) {
      if (parts.behaviour().mode === "lies") return;
      labels.push({ ...label, copiesOut: 0 });
      // A slow printer answers while it prints.
      if (parts.behaviour().mode === "slow") startInBackground();
      else await start();
    },
    resume() {
      nap.wake();
      startInBackground();
    },
    stop() {
      isOver = true;
      nap.wake();
    },
  };
}

/** A sleep that can be ended: slow printing is over when the behaviour changes. */
function createNap(): { sleep(ms: number): Promise<void>; wake(): void } {
  let wake: (() => void) | undefined;
  return {
    sleep: (ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => wake?.(),
  };
}
