/**
 * A ZPL printer's ear: finds labels (^XA…^XZ) and questions (~HS) in a stream of bytes, however it is cut into pieces.
 * Labels that follow each other on one connection are printed one by one, in order with the questions between them.
 */

export type ZplEvent = { readonly kind: "label"; readonly bytes: Uint8Array } | { readonly kind: "status" };

/** No label is larger; what is, is no label. */
const LARGEST_LABEL = 32 * 1024 * 1024;
const MARKS = /\^XA|~HS/i;
const LONGEST_MARK = 3;

export type ZplStream = {
  /** @throws Error when a label never ends. */
  feed(bytes: Uint8Array): readonly ZplEvent[];
  /** A label has begun and its end is missing. */
  readonly isInLabel: boolean;
};

/** @returns A reader of one connection, before its first byte. */
export function createZplStream(): ZplStream {
  // Latin-1 keeps bytes as they are, one character each.
  let pending = "";
  let searchFrom = 0;
  let isInLabel = false;

  return {
    get isInLabel() {
      return isInLabel;
    },
    feed(bytes) {
      pending += Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
      const events: ZplEvent[] = [];
      for (;;) {
        if (isInLabel) {
          const end = indexOfEnd(pending, searchFrom);
          if (end < 0) {
            searchFrom = Math.max(0, pending.length - LONGEST_MARK + 1);
            break;
          }
          events.push({ kind: "label", bytes: new Uint8Array(Buffer.from(pending.slice(0, end), "latin1")) });
          pending = pending.slice(end);
          isInLabel = false;
        } else {
          const mark = MARKS.exec(pending);
          if (mark === null) {
            // A mark may be cut by the end of this piece.
            pending = pending.slice(-(LONGEST_MARK - 1));
            break;
          }
          if (mark[0].toUpperCase() === "~HS") {
            events.push({ kind: "status" });
            pending = pending.slice(mark.index + mark[0].length);
          } else {
            pending = pending.slice(mark.index);
            searchFrom = 0;
            isInLabel = true;
          }
        }
      }
      if (pending.length > LARGEST_LABEL) throw new Error("a label does not end");
      return events;
    },
  };
}

function indexOfEnd(text: string, from: number): number {
  const upper = text.indexOf("^XZ", from);
  const lower = text.indexOf("^xz", from);
  const found = upper < 0 ? lower : lower < 0 ? upper : Math.min(upper, lower);
  return found < 0 ? -1 : found + "^XZ".length;
}
