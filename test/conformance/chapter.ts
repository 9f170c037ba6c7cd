/**
 * Checks a chapter of the interface against the product. Each rule is written with its check, the
 * checks of a chapter share one station, and a table at the end shows which rules the product
 * meets.
 */
import { afterAll, beforeAll, describe, it } from "vitest";
import { lastingStation, type Station } from "../helpers/station.ts";

export type Rule = (sentence: string, check: (s: Station) => void | Promise<void>) => void;

type Verdict = { readonly chapter: string; readonly sentence: string; met: boolean };

const verdicts: Verdict[] = [];
const called = new Set<string>();

/**
 * Defines a chapter.
 * @param write Lists its rules, which run in this order on the chapter's own station.
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

/** Records the calls of a station from now on, as "GET /addresses/…". */
function listenTo(s: Station): void {
  s.core.app.server.on(
    "request",
    (request) =>
      void called.add(
        `${request.method} ${(request.url ?? "").replace("/api/v1", "").replace(/\?.*/, "")}`,
      ),
  );
}

/** Lists the given operations, such as "GET /addresses/{addressID}", that no check has called. */
export function uncalled(operations: readonly string[]): string[] {
  return operations.filter((operation) => {
    const pattern = new RegExp(`^${operation.replace(/\{\w+\}/g, "[^/]+")}$`);
    return ![...called].some((call) => pattern.test(call));
  });
}

/** Formats the table for the end of a run. */
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
