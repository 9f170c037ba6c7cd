/**
 * Recording what happened, in the transaction of the change: the one way for domains, typed by the
 * topics.
 */
import * as changes from "../change.ts";
import type { PayloadOf, Topic } from "./topics.schema.ts";

type NewFact<T extends Topic> = {
  /** Of a fact that several stations know: the same at each. */
  readonly id?: string;
  /** When it was, ISO 8601; absent: now. */
  readonly at?: string;
  readonly topic: T;
  /** Null: a fact of the station itself, for its desk alone. */
  readonly organizationID: string | null;
  readonly subjectID: string;
  /**
   * The member who made the subject; absent or null: every member of the organization may see the
   * fact.
   */
  readonly visibleTo?: string | null;
} & (null extends PayloadOf<T>
  ? { readonly payload?: PayloadOf<T> }
  : { readonly payload: PayloadOf<T> });

/**
 * Records a fact of the open transaction. Of several "….changed" about one subject only the last is
 * written.
 */
export const recordFact: <T extends Topic>(
  writer: Parameters<typeof changes.recordFact>[0],
  fact: NewFact<T>,
) => void = changes.recordFact;
