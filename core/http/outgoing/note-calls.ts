/** Keeps the last calls of each account in memory, without secrets, for the person who sets it up. */
import { createCallMask, type CallMask } from "./mask-call.ts";
import type { NotedCall, OutgoingAnswer, OutgoingRequest } from "./outgoing.ts";

const MOST_CALLS = 50;
const MOST_ACCOUNTS = 200;
/** Length of a noted request or answer, characters. */
const NOTED_AT_MOST = 4_000;
/** Length of a body that is masked, before the text is cut. */
const MASKED_AT_MOST = 3 * NOTED_AT_MOST;
/** Longest form of a secret, of which the end of a body that is not masked whole may hold a part. */
const LONGEST_SECRET = 1_000;

export type CallNotes = {
  add(
    request: OutgoingRequest,
    answer: OutgoingAnswer,
    times: { readonly at: string; readonly durationMs: number },
  ): void;
  /** Lists the calls of an account, newest first. */
  list(accountID: string): readonly NotedCall[];
};

/** Creates an empty list of calls. */
export function createCallNotes(): CallNotes {
  const byAccount = new Map<string, NotedCall[]>();
  return {
    add(request, answer, times) {
      const calls = byAccount.get(request.accountID) ?? [];
      calls.unshift(noteOf(request, answer, times));
      if (calls.length > MOST_CALLS) calls.pop();
      byAccount.delete(request.accountID);
      byAccount.set(request.accountID, calls);
      const [oldest] = byAccount.keys();
      if (byAccount.size > MOST_ACCOUNTS && oldest !== undefined) byAccount.delete(oldest);
    },
    list: (accountID) => [...(byAccount.get(accountID) ?? [])],
  };
}

function noteOf(
  request: OutgoingRequest,
  answer: OutgoingAnswer,
  times: { readonly at: string; readonly durationMs: number },
): NotedCall {
  const mask = createCallMask(request.secrets, request.shownFields);
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  const path = url === undefined ? "" : `${url.pathname}${url.search}`;
  const isAnswered = answer.result === "answered";
  return {
    at: times.at,
    operation: request.operation,
    host: url?.host ?? "",
    status: isAnswered ? answer.status : null,
    cause: isAnswered ? "" : mask.text(answer.cause),
    durationMs: times.durationMs,
    request: textOf(mask, `${request.method} ${mask.text(path)}`, request),
    answer: isAnswered ? textOf(mask, `HTTP ${answer.status}`, answer) : "",
  };
}

function textOf(
  mask: CallMask,
  firstLine: string,
  { headers = {}, body = "" }: Pick<OutgoingRequest, "headers" | "body">,
): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${mask.header(name, value)}`,
  );
  const start = mask.text(body.slice(0, MASKED_AT_MOST));
  const whole = body.length <= MASKED_AT_MOST ? start : start.slice(0, -LONGEST_SECRET);
  const text = [firstLine, ...lines, "", whole].join("\n");
  // A copy, because a cut text would keep the whole answer in memory.
  return Buffer.from(text.slice(0, NOTED_AT_MOST)).toString();
}
