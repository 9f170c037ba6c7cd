/** Answers other stations about single shipments: whether this station has them whole, and with their rows. */
import type { NatsConnection } from "@nats-io/transport-node";
import type { SqlRow } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { answerQuestions, type MayAsk } from "../ask.ts";
import { digestOf, pack, PACKED_QUESTION, questionSchema, ROWS_OF_ANSWER, unpack, type Given, type Question } from "./details-message.ts";
import { findHere, listDetails } from "./details.store.ts";
import { readKeeping } from "./keeping.ts";

/** As `givenSchema` reads it. */
type Giving = Omit<Given, "rows"> & { readonly rows: readonly (readonly [hlc: string, table: string, id: string, fields: SqlRow])[] };

const NOTHING: Giving = { digest: "", all: 0, rows: [] };

/** @param organizationID Whose shipments the stations of the hub share. @returns Ends it. */
export function answerDetails(deps: Pick<Deps, "db" | "log">, nc: NatsConnection, organizationID: string, mayAsk: MayAsk): () => void {
  const { db } = deps;
  const isWhole = (shipmentID: string): boolean => {
    const here = findHere(db, shipmentID);
    return here?.organizationID === organizationID && !here.isThinned;
  };
  const answer = (question: Question): unknown => {
    if (question.ask === "give") return isWhole(question.shipmentID) ? give(question) : NOTHING;
    // Only a station that keeps everything may answer for what others then delete.
    const keepsAll = readKeeping(db).keeps === "everything";
    return { shipmentIDs: keepsAll ? question.shipments.filter(([id, digest]) => isWhole(id) && digestOf(listDetails(db, id)) === digest).map(([id]) => id) : [] };
  };
  const give = ({ shipmentID, from }: Extract<Question, { ask: "give" }>): Giving => {
    const rows = listDetails(db, shipmentID);
    const some = rows.slice(from, from + ROWS_OF_ANSWER);
    return { digest: digestOf(rows), all: rows.length, rows: some.map(({ hlc, change: [table, id, fields] }) => [hlc, table, id, fields]) };
  };
  return answerQuestions(nc, { to: db.stationID, kind: "details", mayAsk, log: deps.log, answer: (question) => pack(answer(unpack(question, questionSchema, PACKED_QUESTION))) });
}
