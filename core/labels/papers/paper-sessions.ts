/** Papers that a drawing thread is writing, by number. */
import type { DrawingContext } from "../draw/draw-label.ts";
import type { PaperBatch, PaperOrder } from "./paper-orders.ts";
import type { PaperWriter } from "./write-paper.ts";

/**
 * Error code for a number that the thread does not know, because the paper was started by a lost
 * thread.
 */
export const NO_SUCH_PAPER = "NO_SUCH_PAPER";

export type PaperOperations = {
  /** Starts a paper, and returns its number. */
  openPaper(order: PaperOrder): Promise<number>;
  /**
   * Adds parts to a paper.
   *
   * @throws Error with the code NO_SUCH_PAPER
   */
  addToPaper(part: { readonly paper: number; readonly batch: PaperBatch }): Promise<void>;
  /**
   * Continues to finish a paper. Returns undefined when it must be called again; otherwise the
   * file, after which the paper is forgotten.
   */
  finishPaper(paper: number): Promise<Uint8Array | undefined>;
  /** Forgets an unfinished paper. */
  dropPaper(paper: number): void;
};

/** Returns the operations of one thread. */
export function createPapers(context: DrawingContext): PaperOperations {
  const papers = new Map<number, PaperWriter>();
  let last = 0;
  const paperOf = (number: number): PaperWriter => {
    const paper = papers.get(number);
    if (paper === undefined)
      throw Object.assign(new Error(`this thread has no paper ${number}`), { code: NO_SUCH_PAPER });
    return paper;
  };
  return {
    async openPaper(order) {
      // Loaded by the first paper together with the PDF writer, so that threads that only draw
      // labels save its memory.
      const { openPaper } = await import("./write-paper.ts");
      papers.set(++last, openPaper(order, context));
      return last;
    },
    addToPaper: async ({ paper, batch }) => paperOf(paper).add(batch),
    async finishPaper(paper) {
      const bytes = await paperOf(paper).finish();
      if (bytes !== undefined) papers.delete(paper);
      return bytes;
    },
    dropPaper: (paper) => void papers.delete(paper),
  };
}
