import { describe, expect, it } from "vitest";
import { questionOf } from "../../../renderer/store/print-jobs.slice.ts";
import { printJob } from "../fixtures.ts";

describe("the print job that is asked about", () => {
  it("is the oldest UNKNOWN one, and no other state", () => {
    const printJobs = [
      printJob({ id: "new", status: "UNKNOWN", createdAt: "2026-11-21T11:00:02.000Z" }),
      printJob({ id: "old", status: "UNKNOWN", createdAt: "2026-11-21T11:00:01.000Z" }),
      printJob({ id: "failed", status: "FAILED", createdAt: "2026-11-21T11:00:00.000Z" }),
    ];
    expect(questionOf({ printJobs, putOff: new Set() })?.id).toBe("old");
    expect(questionOf({ printJobs, putOff: new Set(["old"]) })?.id).toBe("new");
    expect(questionOf({ printJobs, putOff: new Set(["old", "new"]) })).toBeNull();
  });
});
