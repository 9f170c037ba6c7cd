import { describe, expect, it } from "vitest";
import type { Batch } from "../../../../core/fulfilment/batches/batches.schema.ts";
import { batchState, timeLeft } from "../../../../renderer/features/batches/batch-words.ts";
import { i18n } from "../../../../renderer/i18n/i18n.ts";
import "../../both-languages.ts";
import { aBatch } from "./a-batch.ts";

const t = i18n.getFixedT("en");
const stateOf = (part: Partial<Batch>, waits = false): readonly string[] => {
  const { tone, words, now } = batchState(aBatch(part), waits, t);
  return [tone, t(words), now];
};

describe("a batch in words", () => {
  it("a paused batch shows the reason, and what to do now", () => {
    expect(stateOf({ status: "PAUSED", pauseReason: "person" })).toEqual([
      "attention",
      "Paused",
      expect.stringMatching(/^Paused by a person\. Enter resumes/),
    ]);
    expect(stateOf({ status: "PAUSED", pauseReason: "question", unknown: 1 })).toEqual([
      "ask",
      "Paused: did a label come out?",
      expect.stringContaining("answer the question"),
    ]);
    expect(stateOf({ status: "PAUSED", pauseReason: "question", unknown: 0 })).toEqual([
      "attention",
      "Paused",
      expect.stringMatching(/^The question is answered\. Enter resumes/),
    ]);
    expect(stateOf({ status: "PAUSED", pauseReason: "restart" })).toEqual([
      "attention",
      "Paused by a restart",
      expect.stringContaining("was restarted"),
    ]);
  });

  it("a running batch is shown as waiting while its printer cannot print", () => {
    expect([stateOf({ status: "RUNNING" })[1], stateOf({ status: "RUNNING" }, true)[1]]).toEqual([
      "Printing",
      "Waits for the printer",
    ]);
  });

  it("an ended batch shows the number of labels that were not printed", () => {
    expect(stateOf({ status: "DONE", printed: 30, left: 0 })[0]).toBe("ok");
    expect(stateOf({ status: "DONE", printed: 28, failed: 2, left: 0 })).toEqual([
      "attention",
      "Done, not all printed",
      expect.stringMatching(/^2 labels could not be printed/),
    ]);
    expect(stateOf({ status: "STOPPED", printed: 29, left: 0 })[2]).toBe(
      "1 label was not printed. A new batch offers it again, unless a printer refused it: then print it in Pack with F6.",
    );
    expect(stateOf({ status: "STOPPED", printed: 30, left: 0 })[2]).toBe(
      "The batch was stopped after its last label.",
    );
  });
});

it("the remaining time is in words, also while it is unknown or the batch waits, and is left out when no label is left", () => {
  const left = (secondsLeft: number | null, part: Partial<Batch> = {}, waits = false): string =>
    timeLeft(aBatch({ ...part, secondsLeft }), waits, t);
  expect([null, 5, 60, 61, 150, 5_300, 7_000].map((seconds) => left(seconds))).toEqual([
    "not known yet",
    "less than a minute",
    "about 1 minute",
    "about 1 minute",
    "about 3 minutes",
    "about 88 minutes",
    "about 2 hours",
  ]);
  expect([left(60, {}, true), left(null, { status: "PAUSED" }), left(0, { left: 0 })]).toEqual([
    "paused",
    "paused",
    "",
  ]);
});
