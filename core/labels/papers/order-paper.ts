/** The core's side of papers of many parts: gives the drawing thread a batch at a time, and one paper after the other. */
import { RendererLostError } from "../label-renderer.ts";
import type { ThreadCalls } from "../../threads/thread-calls.ts";
import type { PaperBatch, PaperOrder } from "./paper-orders.ts";
import { NO_SUCH_PAPER, type PaperOperations } from "./paper-sessions.ts";

type Calls = Pick<ThreadCalls<PaperOperations>, "call" | "hold">;

/**
 * @returns Orders papers. They are written one after the other, since each holds its file in memory; other calls of the thread go
 *   on between their batches.
 */
export function createPaperOrders(thread: Calls): (order: PaperOrder, batches: AsyncIterable<PaperBatch>) => Promise<Uint8Array> {
  let before: Promise<unknown> = Promise.resolve();
  return (order, batches) => {
    const written = before.then(() => write(thread, order, batches));
    before = written.catch(() => undefined);
    return written;
  };
}

async function write(thread: Calls, order: PaperOrder, batches: AsyncIterable<PaperBatch>): Promise<Uint8Array> {
  const letGo = thread.hold(); // a reader of the next batch may be slow, and an idle thread ends
  try {
    const paper = await thread.call("openPaper", order);
    try {
      for await (const batch of batches) await thread.call("addToPaper", { paper, batch });
      for (;;) {
        const bytes = await thread.call("finishPaper", paper);
        if (bytes !== undefined) return bytes;
      }
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === NO_SUCH_PAPER) throw new RendererLostError("the thread that was writing a paper is lost");
      if (!(error instanceof RendererLostError)) await thread.call("dropPaper", paper).catch(() => undefined);
      throw error;
    }
  } finally {
    letGo();
  }
}
