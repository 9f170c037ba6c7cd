import { afterEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand";
import {
  createPrintJobsSlice,
  questionOf,
  type PrintJobsSlice,
} from "../../../renderer/store/print-jobs.slice.ts";
import { printJob } from "../fixtures.ts";

describe("the print job that is asked about", () => {
  it("the oldest UNKNOWN job that was not put off is asked about", () => {
    const printJobs = [
      printJob({ id: "new", status: "UNKNOWN", createdAt: "2026-11-21T11:00:02.000Z" }),
      printJob({ id: "old", status: "UNKNOWN", createdAt: "2026-11-21T11:00:01.000Z" }),
      printJob({ id: "failed", status: "FAILED", createdAt: "2026-11-21T11:00:00.000Z" }),
    ];
    expect(questionOf({ printJobs, putOff: new Set() })?.id).toBe("old");
    expect(questionOf({ printJobs, putOff: new Set(["old"]) })?.id).toBe("new");
    expect(questionOf({ printJobs, putOff: new Set(["old", "new"]) })).toBeNull();
  });

  it("an UNKNOWN job is asked about however many labels were printed since", async () => {
    const newer = Array.from({ length: 20 }, (_, i) =>
      printJob({ id: `printed ${i}`, status: "CONFIRMED" }),
    );
    const open = printJob({ id: "open", status: "UNKNOWN" });
    const listOf = ({ path }: { readonly path: string }): unknown =>
      path.includes("status=UNKNOWN") ? [open] : newer;
    vi.stubGlobal("window", {
      bridge: {
        invoke: (_: string, request: { readonly path: string }) =>
          Promise.resolve({
            ok: true,
            value: { status: 200, body: { result: true, data: { list: listOf(request) } } },
          }),
      },
    });
    const store = createStore<PrintJobsSlice>()(createPrintJobsSlice);
    await store.getState().loadPrintJobs();
    expect(questionOf(store.getState())?.id).toBe("open");
    expect(store.getState().printJobs).toHaveLength(21);
  });
});

afterEach(() => vi.unstubAllGlobals());
