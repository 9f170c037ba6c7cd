import { describe, expect, it } from "vitest";
import { EMPTY, type PackStep } from "../../../../../renderer/features/pack/pack-step.ts";
import {
  findUnfinishedJob,
  isLabelOut,
  wasPrinted,
} from "../../../../../renderer/features/pack/prints/unfinished-job.ts";
import { parcel, printJob, transaction } from "../../../fixtures.ts";

const SHIPMENT = "shipment-1";
const find = (jobs: readonly Parameters<typeof printJob>[0][], pack: PackStep = EMPTY) =>
  findUnfinishedJob({ printJobs: jobs.map((part) => printJob(part)), pack }, SHIPMENT)?.id ?? null;

describe("the unfinished print of a label", () => {
  it("an unfinished print is a job that waits, is printing or may have come out", () => {
    const statuses = ["QUEUED", "SENDING", "UNKNOWN", "SENT", "CONFIRMED", "FAILED"] as const;
    expect(statuses.filter((status) => find([{ status }]) !== null)).toEqual([
      "QUEUED",
      "SENDING",
      "UNKNOWN",
    ]);
  });

  it("another shipment's job is never the unfinished print", () => {
    expect(find([{ status: "QUEUED", shipmentID: "other" }])).toBeNull();
  });

  it("a later job that came out ends an UNKNOWN job, but not an earlier job that still waits", () => {
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

  it("the unfinished print is taken from the purchase or the order until the list of jobs is read", () => {
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

it("a print came out only if a label job of the shipment is SENT or CONFIRMED, even if a later job failed", () => {
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

it("a label is out when it was printed, may have been printed or is on its way to the printer, and not when it waits for a fault or failed", () => {
  const isOut = (
    jobs: readonly Parameters<typeof printJob>[0][],
    statusCode = "TRACKING_CODE_CREATED",
  ) =>
    isLabelOut(
      { printJobs: jobs.map((part) => printJob(part)), pack: EMPTY },
      { id: SHIPMENT, statusCode: statusCode as "LABEL_PRINTED" },
    );
  expect([
    isOut([{ status: "CONFIRMED" }]),
    isOut([{ status: "SENT" }]),
    isOut([{ status: "UNKNOWN" }]),
    isOut([{ status: "QUEUED" }]),
    isOut([], "LABEL_PRINTED"),
  ]).toEqual([true, true, true, true, true]);
  expect([
    isOut([]),
    isOut([{ status: "QUEUED", lastError: "no printer" }]),
    isOut([{ status: "FAILED", lastError: "paper out" }]),
    isOut([{ status: "SENT", shipmentID: "other" }]),
  ]).toEqual([false, false, false, false]);
});
