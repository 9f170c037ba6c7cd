/** Recognizes the messages that this station has published itself. */
import type { ReadDeps } from "../../db/deps.ts";
import { readCursor } from "../../db/outbox/outbox.service.ts";
import type { OwnMessages } from "./check-stream.ts";
import { signedText, type Sign } from "./message-signature.ts";
import { PUBLISHED } from "./publish-changes.ts";
import { subjectOf } from "./stream-message.ts";
import { findOutboxID } from "./sync.store.ts";

/**
 * Creates the check for messages that this station wrote.
 *
 * @param sign Signs as this station; absent if nothing is signed.
 */
export function ownMessages(deps: ReadDeps, sign: Sign | undefined): OwnMessages {
  const { stationID, incarnation } = deps.db;
  return {
    stationID,
    incarnation,
    idOf: (number) => findOutboxID(deps.db, number),
    published: readCursor(deps, PUBLISHED),
    // Signs the head again and compares, because equal texts always have equal signatures.
    isSigned:
      sign &&
      ((head) => sign(signedText({ ...head, subject: subjectOf(stationID) })) === head.signature),
  };
}
