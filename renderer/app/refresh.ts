/** Reads again what the core says has changed. Many events at once make one reading, and one more after it. */
import { listen } from "../lib/desk.ts";
import { useDesk } from "./store.ts";

/** @returns How to stop. */
export function followCore(): () => void {
  const store = useDesk.getState();
  const desk = oneAtATime(store.loadDesk);
  const waiting = oneAtATime(store.loadWaiting);
  const printJobs = oneAtATime(store.loadPrintJobs);
  const printers = oneAtATime(store.loadPrinters);
  const pairings = oneAtATime(store.loadPairings);

  // A newer core may tell of things this screen does not show: a topic without a reader is passed over.
  const readers: Partial<Record<string, (subjectID: string) => void>> = {
    "shipment.changed": (shipmentID) => {
      void store.refreshParcel(shipmentID);
      waiting();
      desk();
    },
    "balance.changed": desk,
    "pairing.asked": pairings,
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
  const stopFacts = listen("core:event", ({ topic, subjectID }) => readers[topic]?.(subjectID));
  const stopState = listen("core:state", ({ state }) => {
    store.setCoreState(state);
    // What was told while the core was away was not heard.
    if (state === "running") [desk, waiting, printJobs, printers, pairings].forEach((read) => read());
  });
  // A printer or a sender that was added here is a fact of the desk.
  const stopOwn = useDesk.subscribe((now, before) => {
    if (now.printers !== before.printers || now.sender !== before.sender) desk();
  });
  return () => [stopFacts, stopState, stopOwn].forEach((stop) => stop());
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
