/**
 * How a chapter of the interface is held against the product: each rule is quoted beside its check,
 * a chapter's checks share one station, and at the end a table says which rules are met.
 */
import { afterAll, beforeAll, describe, it } from "vitest";
import { lastingStation, type Station } from "../helpers/station.ts";

export type Rule = (sentence: string, check: (s: Station) => void | Promise<void>) => void;

type Verdict = { readonly chapter: string; readonly sentence: string; met: boolean };

const verdicts: Verdict[] = [];
const called = new Set<string>();

/**
 * One chapter.
 * @param write Lists its rules; they run in this order on the chapter's own station.
 */
export function chapter(name: string, write: (rule: Rule) => void): void {
  describe(name, () => {
    let s: Station;
    beforeAll(async () => {
      s = await lastingStation({ settings: { rateLimit: null } });
      listenTo(s);
    });
    afterAll(() => s.stop());
    write((sentence, check) => {
      const verdict: Verdict = { chapter: name, sentence, met: false };
      verdicts.push(verdict);
      it(sentence, async () => {
        await check(s);
        verdict.met = true;
      });
    });
  });
}

/** Notes what a station is asked from now on: "GET /addresses/…". */
function listenTo(s: Station): void {
  s.core.app.server.on(
    "request",
    (request) =>
      void called.add(
        `${request.method} ${(request.url ?? "").replace("/api/v1", "").replace(/\?.*/, "")}`,
      ),
  );
}

/** The operations of a list, as "GET /addresses/{addressID}", that no check has called. */
export function uncalled(operations: readonly string[]): string[] {
  return operations.filter((operation) => {
    const pattern = new RegExp(`^${operation.replace(/\{\w+\}/g, "[^/]+")}$`);
    return ![...called].some((call) => pattern.test(call));
  });
}

/** The table, for the end of a run. */
export function table(): string {
  const rows = verdicts.map(
    ({ chapter: name, sentence, met }) => `${met ? "met    " : "NOT MET"} | ${name} | ${sentence}`,
  );
  return [
    "",
    "verdict | chapter | rule",
    ...rows,
    `${verdicts.filter((v) => v.met).length} of ${verdicts.length} rules met`,
    "",
  ].join("\n");
}
