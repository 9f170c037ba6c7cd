/**
 * Path of a label through the simulated printer: the label waits in memory while the printer is
 * stopped, is delayed in slow mode, and is written to disk when printed. Unprinted labels are lost
 * when the simulator stops, as in a real printer at a power cut; printed labels are not.
 */
import { isStopped, type Behaviour } from "./behaviour.ts";
import type { JobStore, PrintedLabel, SimulatorJob } from "./job-store.ts";

export type PrintHead = {
  /**
   * Resolves when the label and all its copies are printed; at once when the printer is slow,
   * discards the label, or needs a person.
   */
  take(label: ReceivedLabel): Promise<void>;
  /** Number of accepted, unprinted labels, counting each copy. */
  readonly waiting: number;
  /** Prints waiting labels if the printer may print; call after a change of behaviour. */
  resume(): void;
  stop(): void;
};

type ReceivedLabel = Omit<PrintedLabel, "copy" | "isPartial">;

type Label = ReceivedLabel & { copiesOut: number };

type HeadDeps = {
  readonly store: JobStore;
  behaviour(): Behaviour;
  onPrinted(job: SimulatorJob): void;
};

type Head = {
  readonly deps: HeadDeps;
  readonly labels: Label[];
  readonly nap: ReturnType<typeof createNap>;
  running: Promise<void> | undefined;
  isOver: boolean;
};

/** Returns a print head without labels, which prints according to the current behaviour. */
export function createPrintHead(deps: HeadDeps): PrintHead {
  const head: Head = { deps, labels: [], nap: createNap(), running: undefined, isOver: false };
  return {
    get waiting() {
      return head.labels.reduce((sum, { copies, copiesOut }) => sum + copies - copiesOut, 0);
    },
    async take(label) {
      if (deps.behaviour().mode === "lies") return;
      head.labels.push({ ...label, copiesOut: 0 });
      // A slow printer answers while it prints.
      if (deps.behaviour().mode === "slow") startInBackground(head);
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
  const { deps, labels, nap } = head;
  for (;;) {
    const label = labels[0];
    const behaviour = deps.behaviour();
    if (label === undefined || head.isOver || isStopped(behaviour)) return;
    if (behaviour.mode === "slow") await nap.sleep(behaviour.slowMs);
    if (head.isOver || isStopped(deps.behaviour())) continue;
    const { copiesOut, ...received } = label;
    const job = await deps.store.add({
      ...received,
      copy: copiesOut + 1,
      isPartial: deps.behaviour().mode === "half",
    });
    label.copiesOut += 1;
    if (label.copiesOut >= label.copies) labels.shift();
    deps.onPrinted(job);
  }
}

function start(head: Head): Promise<void> {
  head.running ??= run(head)
    .finally(() => {
      head.running = undefined;
    })
    .then(() => {
      // The printer may have become ready just as the last run ended.
      if (head.labels.length > 0 && !head.isOver && !isStopped(head.deps.behaviour()))
        startInBackground(head);
    });
  return head.running;
}

/**
 * Starts printing without reporting errors: a label that cannot be written stays in memory and is
 * retried with the next label.
 */
function startInBackground(head: Head): void {
  start(head).catch(() => undefined);
}

/** A sleep that can be ended early, because a change of behaviour ends the delay of slow mode. */
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
