/** The papers that a drawing thread is writing, by their numbers. */
import type { DrawingRoom } from "../draw/draw-label.ts";
import type { PaperBatch, PaperOrder } from "./paper-orders.ts";
import type { PaperWriter } from "./write-paper.ts";

/**
 * The code of the error for a number that the thread does not know: it was begun by a thread that
 * is lost.
 */
export const NO_SUCH_PAPER = "NO_SUCH_PAPER";

export type PaperOperations = {
  /** @returns The paper's number. */
  openPaper(order: PaperOrder): Promise<number>;
  /** @throws Error with the code NO_SUCH_PAPER */
  addToPaper(part: { readonly paper: number; readonly batch: PaperBatch }): Promise<void>;
  /** @returns The file, and the paper is forgotten; undefined when there is more to do. */
  finishPaper(paper: number): Promise<Uint8Array | undefined>;
  /** Forgets a paper that is not finished. */
  dropPaper(paper: number): void;
};

/** @returns The operations of one thread. */
export function createPapers(room: DrawingRoom): PaperOperations {
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
      // Loaded by the first paper, with what writes PDFs: threads that draw labels alone do without
      // its memory.
      const { openPaper } = await import("./write-paper.ts");
      papers.set(++last, openPaper(order, room));
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
