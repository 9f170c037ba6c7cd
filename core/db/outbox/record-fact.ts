/**
 * Records facts in the transaction of the change, typed by the topics. Domains record facts only by
 * this function.
 */
import * as changes from "../change.ts";
import type { PayloadOf, Topic } from "./topics.schema.ts";

type NewFact<T extends Topic> = {
  /** Id of a fact that several stations know, equal at each of them. */
  readonly id?: string;
  /** Time of the fact, ISO 8601; default: now. */
  readonly at?: string;
  readonly topic: T;
  /** Null: a fact of the station itself, shown only at its desk. */
  readonly organizationID: string | null;
  readonly subjectID: string;
  /**
   * The member who created the subject; absent or null: every member of the organization may see
   * the fact.
   */
  readonly visibleTo?: string | null;
} & (null extends PayloadOf<T>
  ? { readonly payload?: PayloadOf<T> }
  : { readonly payload: PayloadOf<T> });

/**
 * Records a fact of the open transaction. If several "….changed" facts concern one subject, only
 * the last is written.
 */
export const recordFact: <T extends Topic>(
  writer: Parameters<typeof changes.recordFact>[0],
  fact: NewFact<T>,
) => void = changes.recordFact;
