import { describe, expect, it } from "vitest";
import { steadyJobs, TRY_MS } from "../../../renderer/store/steady-jobs.ts";
import type { PrintJob } from "../../../core/printing/printing.schema.ts";

const job = (status: PrintJob["status"], lastError = ""): PrintJob =>
  ({ id: "j", status, lastError }) as PrintJob;
const WAITS = job("QUEUED", "The head is open.");
const NONE = new Map<string, number>();

describe("a job that waits for its printer", () => {
  it("a job is shown as waiting during each short attempt, and as printing when an attempt lasts", () => {
    const first = steadyJobs([WAITS], [job("SENDING")], NONE, 1_000);
    expect(first).toEqual({ printJobs: [WAITS], tries: new Map([["j", 1_000]]) });
    expect(
      steadyJobs(first.printJobs, [job("SENDING")], first.tries, 1_000 + TRY_MS - 1).printJobs,
    ).toEqual([WAITS]);
    expect(steadyJobs(first.printJobs, [job("SENDING")], first.tries, 1_000 + TRY_MS)).toEqual({
      printJobs: [job("SENDING")],
      tries: NONE,
    });
    // The next attempt counts from its own start.
    const again = steadyJobs(first.printJobs, [WAITS], first.tries, 1_300);
    expect(steadyJobs(again.printJobs, [job("SENDING")], again.tries, 4_000).printJobs).toEqual([
      WAITS,
    ]);
  });

  it("a job is shown as printed at once, and as printing at once if there was no fault", () => {
    expect(steadyJobs([WAITS], [job("SENT")], new Map([["j", 1_000]]), 1_100).printJobs).toEqual([
      job("SENT"),
    ]);
    expect(steadyJobs([job("QUEUED")], [job("SENDING")], NONE, 1_000).printJobs).toEqual([
      job("SENDING"),
    ]);
    expect(steadyJobs([], [job("SENDING")], NONE, 1_000).printJobs).toEqual([job("SENDING")]);
  });
});
