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

type HeadParts = {
  readonly store: JobStore;
  behaviour(): Behaviour;
  onPrinted(job: SimulatorJob): void;
};

type Head = {
  readonly parts: HeadParts;
  readonly labels: Label[];
  readonly nap: ReturnType<typeof createNap>;
  running: Promise<void> | undefined;
  isOver: boolean;
};

/** @returns A head without labels, which prints as the current behaviour requires. */
export function createPrintHead(parts: HeadParts): PrintHead {
  const head: Head = { parts, labels: [], nap: createNap(), running: undefined, isOver: false };
  return {
    get waiting() {
      return head.labels.reduce((sum, { copies, copiesOut }) => sum + copies - copiesOut, 0);
    },
    async take(label) {
      if (parts.behaviour().mode === "lies") return;
      head.labels.push({ ...label, copiesOut: 0 });
      // A slow printer answers while it prints.
      if (parts.behaviour().mode === "slow") startInBackground(head);
      else await start(head);
    },
    resume() {
      head.nap.wake();
      startInBackground(head);
    },
    stop() {
      head.isOver = true;
      head.nap.wake();
    },
  };
}

async function run(head: Head): Promise<void> {
  const { parts, labels, nap } = head;
  for (;;) {
    const label = labels[0];
    const behaviour = parts.behaviour();
    if (label === undefined || head.isOver || isStopped(behaviour)) return;
    if (behaviour.mode === "slow") await nap.sleep(behaviour.slowMs);
    if (head.isOver || isStopped(parts.behaviour())) continue;
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

function start(head: Head): Promise<void> {
  head.running ??= run(head)
    .finally(() => {
      head.running = undefined;
    })
    .then(() => {
      // The printer may have become ready in the moment its last round ended.
      if (head.labels.length > 0 && !head.isOver && !isStopped(head.parts.behaviour()))
        startInBackground(head);
    });
  return head.running;
}

/**
 * Starts without a caller to answer: a label that cannot be written is kept and tried again with
 * the next one.
 */
function startInBackground(head: Head): void {
  start(head).catch(() => undefined);
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
