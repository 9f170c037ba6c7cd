/** Reads again what an event says has changed. Many events at once make one reading, and one more after it. */
import { onCoreEvent, type CoreEvent } from "../lib/desk.ts";
import { useDesk } from "./store.ts";

/** @returns How to stop. */
export function followCore(): () => void {
  const store = useDesk.getState();
  const desk = oneAtATime(store.loadDesk);
  const waiting = oneAtATime(store.loadWaiting);
  const printJobs = oneAtATime(store.loadPrintJobs);
  const printers = oneAtATime(store.loadPrinters);

  const readers: Record<CoreEvent["topic"], (event: CoreEvent) => void> = {
    "shipment.changed": ({ subjectID }) => {
      void store.refreshParcel(subjectID);
      waiting();
      desk();
    },
    "balance.changed": desk,
    "printjob.changed": () => {
      printJobs();
      desk();
    },
    "import.done": () => {
      waiting();
      desk();
    },
    "printer.changed": () => {
      printers();
      desk();
    },
  };
  // A newer core may tell of things this screen does not show.
  return onCoreEvent((event) => readers[event.topic]?.(event));
}

function oneAtATime(read: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      again = false;
      await read();
    } while (again);
    running = false;
  };
  return () => void run();
}
