/** Lets the drawing thread write papers of many parts, and sends it their batches one at a time. */
import { RendererLostError, tryTwice } from "../label-renderer.ts";
import type { ThreadCalls } from "../../base/threads/thread-calls.ts";
import type { LargePaper, PaperBatch, PaperOrder } from "./paper-orders.ts";
import { NO_SUCH_PAPER, type PaperOperations } from "./paper-sessions.ts";
import { createPaperTurns } from "./paper-turns.ts";

type Calls = Pick<ThreadCalls<PaperOperations>, "call" | "hold">;

/**
 * Returns a function that writes a paper. Other calls of the thread run between batches. A paper
 * that is lost because its thread crashed is written once more.
 */
export function createPaperOrders(
  thread: Calls,
): (
  order: PaperOrder,
  batches: () => AsyncIterable<PaperBatch>,
  turn?: LargePaper,
) => Promise<Uint8Array> {
  const turns = createPaperTurns();
  return async (order, batches, turn) => {
    const end = await turns(turn);
    try {
      return await tryTwice(() => write(thread, order, batches()));
    } finally {
      end();
    }
  };
}

async function write(
  thread: Calls,
  order: PaperOrder,
  batches: AsyncIterable<PaperBatch>,
): Promise<Uint8Array> {
  const release = thread.hold(); // reading the next batch may be slow, and an idle thread ends
  try {
    const paper = await thread.call("openPaper", order);
    try {
      for await (const batch of batches) await thread.call("addToPaper", { paper, batch });
      for (;;) {
        const bytes = await thread.call("finishPaper", paper);
        if (bytes !== undefined) return bytes;
      }
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === NO_SUCH_PAPER)
        throw new RendererLostError("the thread that was writing a paper is lost");
      if (!(error instanceof RendererLostError))
        await thread.call("dropPaper", paper).catch(() => undefined);
      throw error;
    }
  } finally {
    release();
  }
}
