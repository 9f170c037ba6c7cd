import { describe, expect, it } from "vitest";
import { EMPTY, type PackStep } from "../../../../../renderer/features/pack/pack-step.ts";
import {
  findUnfinishedJob,
  wasPrinted,
} from "../../../../../renderer/features/pack/prints/unfinished-job.ts";
import { parcel, printJob, transaction } from "../../../fixtures.ts";

const SHIPMENT = "shipment-1";
const find = (jobs: readonly Parameters<typeof printJob>[0][], pack: PackStep = EMPTY) =>
  findUnfinishedJob({ printJobs: jobs.map((part) => printJob(part)), pack }, SHIPMENT)?.id ?? null;

describe("a label that must not print twice", () => {
  it("is one that waits, is printing or may have come out", () => {
    const statuses = ["QUEUED", "SENDING", "UNKNOWN", "SENT", "CONFIRMED", "FAILED"] as const;
    expect(statuses.filter((status) => find([{ status }]) !== null)).toEqual([
      "QUEUED",
      "SENDING",
      "UNKNOWN",
    ]);
  });

  it("belongs to the same shipment", () => {
    expect(find([{ status: "QUEUED", shipmentID: "other" }])).toBeNull();
  });

  it("is not one that may have come out before a later one did, but is one that still waits", () => {
    const later = {
      id: "later",
      createdAt: "2026-11-21T12:00:00.000Z",
      status: "CONFIRMED",
    } as const;
    expect([find([later, { status: "UNKNOWN" }]), find([later, { status: "QUEUED" }])]).toEqual([
      null,
      "job-1",
    ]);
  });

  it("is found in the purchase and the order before the list is read, and in the list afterwards", () => {
    const bought: PackStep = {
      step: "bought",
      parcel: parcel(),
      transaction: transaction("cheap"),
      printJob: printJob({ status: "QUEUED" }),
    };
    const closed: PackStep = {
      step: "closed",
      parcel: parcel({ printJobs: [printJob({ status: "QUEUED" })] }),
    };
    expect([
      find([], bought),
      find([], closed),
      find([{ status: "CONFIRMED" }], bought),
      find([{ status: "CONFIRMED" }], closed),
    ]).toEqual(["job-1", "job-1", null, null]);
  });
});

it("needs a reason to print again only after a print came out", () => {
  const printed = (jobs: readonly Parameters<typeof printJob>[0][]) =>
    wasPrinted({ printJobs: jobs.map((part) => printJob(part)), pack: EMPTY }, SHIPMENT);
  expect([
    printed([{ status: "SENT" }]),
    printed([{ status: "CONFIRMED" }]),
    printed([{ id: "later", status: "FAILED" }, { status: "SENT" }]),
  ]).toEqual([true, true, true]);
  expect([
    printed([]),
    printed([{ status: "FAILED" }]),
    printed([{ status: "SENT", kind: "PAPER" }]),
    printed([{ status: "SENT", shipmentID: "other" }]),
  ]).toEqual([false, false, false, false]);
});
