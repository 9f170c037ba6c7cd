import { afterEach, describe, expect, it } from "vitest";
import type { Log } from "../../../core/base/log.ts";
import { inTransaction } from "../../../core/db/change.ts";
import { RESTORED_AT, writeMeta } from "../../../core/db/station-meta.ts";
import type { Deps } from "../../../core/deps.ts";
import type { Attempt, Job, JobKind } from "../../../core/jobs/job.ts";
import { createJobWaits } from "../../../core/jobs/job-waits.ts";
import { beginAgain, enqueueJob, findJob, type NewJob } from "../../../core/jobs/jobs.service.ts";
import { createJobRunner, type JobRunner } from "../../../core/jobs/run-jobs.ts";
import { looseStation } from "../../helpers/loose-stations.ts";
import { eventually } from "../../helpers/station.ts";

type Call = {
  readonly job: Job;
  readonly signal: AbortSignal;
  end(attempt: Partial<Attempt>): void;
  fail(error: Error): void;
};

const runners: JobRunner[] = [];
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop();
});

/**
 * Sets nine failed attempts, so that the next attempt is the last if the job's time is over too.
 */
function failNine(deps: Deps, subjectID: string): void {
  deps.db.raw.prepare("UPDATE jobs SET attempts = 9 WHERE subject_id = ?").run(subjectID);
}

/** A queue with one kind, whose attempts end as and when the test says. */
function queue(change: Partial<JobKind> = {}) {
  const s = looseStation();
  const lines: unknown[] = [];
  const deps: Deps = {
    ...s.deps,
    log: { ...s.deps.log, error: (line: unknown) => void lines.push(line) } as Log,
  };
  const calls: Call[] = [];
  const kind: JobKind = {
    kind: "webhook",
    atOnce: 16,
    perLane: 2,
    backoff: { firstMs: 1_000, largestMs: 60_000, forMs: 3_600_000 },
    timeoutMs: () => 60_000,
    attempt: (job, signal) =>
      new Promise((resolve, reject) =>
        calls.push({
          job,
          signal,
          end: (a) => resolve({ end: "DONE", error: "", ...a }),
          fail: reject,
        }),
      ),
    ...change,
  };
  const start = (): JobRunner => {
    const runner = createJobRunner(deps, [kind], createJobWaits(0), () => void runner.step());
    runners.push(runner);
    return runner;
  };
  const add = (subjectID: string, job: Partial<NewJob> = {}) =>
    inTransaction(deps, () =>
      enqueueJob(deps, {
        kind: "webhook",
        lane: "webhook a",
        subjectID,
        organizationID: "o",
        shipmentID: null,
        ...job,
      }),
    );
  const stateOf = (subjectID: string) => {
    const {
      state = "NONE",
      attempts = 0,
      lastError: error = "",
    } = findJob(deps, "webhook", subjectID) ?? {};
    return { state, attempts, error };
  };
  const running = () => calls.map(({ job }) => job.subjectID);
  return { ...s, deps, lines, calls, start, add, stateOf, running };
}

describe("jobs", () => {
  it("jobs of one sequence run in order one after the other, and other jobs run concurrently", async () => {
    const { add, start, calls, running } = queue();
    add("second", { sequence: { key: "s", position: 2 } });
    add("first", { sequence: { key: "s", position: 1 } });
    add("other", { sequence: { key: "t", position: 9 } });
    start().step();
    expect(running().sort()).toEqual(["first", "other"]);
    calls.find(({ job }) => job.subjectID === "first")?.end({});
    await eventually("the second begins", () => running().includes("second"));
  });

  it("jobs of one sequence wait while the previous job waits, and the next starts when it has ended", async () => {
    const { add, start, calls, clock, deps, stateOf, running } = queue();
    const dueAt = (id: string) => findJob(deps, "webhook", id)?.nextAttemptAt;
    add("first", { sequence: { key: "s", position: 1 } });
    add("second", { sequence: { key: "s", position: 2 } });
    const runner = start();
    runner.step();
    calls[0]?.end({ end: "AGAIN", error: "no answer" });
    await eventually("it waits", () => stateOf("first").state === "WAITING");
    add("third", { sequence: { key: "s", position: 3 } });
    expect([dueAt("second"), dueAt("third")]).toEqual([dueAt("first"), dueAt("first")]);
    inTransaction(deps, () => beginAgain(deps, findJob(deps, "webhook", "first")?.id ?? ""));
    runner.step();
    calls[1]?.end({});
    await eventually("the second begins", () => running().includes("second"));
    calls[2]?.end({});
    await eventually("the third begins", () => running().includes("third"));
    expect(clock.nowMs).toBeLessThan(Date.parse("2026-11-21T09:00:01.000Z"));
  });

  it("a hanging job delays no other lane", () => {
    const { add, start, running } = queue({ atOnce: 4 });
    for (let i = 0; i < 5; i += 1) add(`slow ${i}`, { lane: "webhook slow" });
    add("quick", { lane: "webhook quick" });
    start().step();
    expect([
      running().filter((id) => id.startsWith("slow")).length,
      running().includes("quick"),
    ]).toEqual([2, true]);
  });

  it("failed jobs are retried with a doubling backoff, and each attempt is counted before it starts", async () => {
    const { add, start, calls, clock, deps, stateOf } = queue();
    add("a");
    const runner = start();
    const backoffs: number[] = [];
    for (let i = 1; i <= 4; i += 1) {
      runner.step();
      expect(stateOf("a")).toMatchObject({ state: "RUNNING", attempts: i });
      calls[i - 1]?.end({ end: "AGAIN", error: "no answer" });
      await eventually("it waits", () => stateOf("a").state === "WAITING");
      const next = Date.parse(findJob(deps, "webhook", "a")?.nextAttemptAt ?? "");
      backoffs.push((next - clock.nowMs) / (1_000 * 2 ** (i - 1)));
      runner.step();
      expect(calls).toHaveLength(i);
      clock.nowMs = next;
    }
    // Backoffs vary by a fifth, and by the milliseconds of the test's clock.
    for (const backoff of backoffs) expect(Math.abs(backoff - 1)).toBeLessThan(0.22);
    expect(stateOf("a").error).toBe("no answer");
  });

  it("a job that throws affects no other job, and when its time is over it needs a person, who can restart it", async () => {
    const given: string[] = [];
    const { add, start, calls, clock, deps, lines, stateOf } = queue({
      noteNeedsPerson: (job) => given.push(job.subjectID),
    });
    const poison = add("poison");
    add("good");
    const runner = start();
    runner.step();
    for (const call of calls) {
      if (call.job.subjectID === "poison") call.fail(new TypeError("x is undefined"));
      else call.end({});
    }
    await eventually("the good one is done", () => stateOf("good").state === "DONE");
    await eventually("the other waits", () => stateOf("poison").state === "WAITING");
    expect(JSON.stringify(lines)).toContain(poison);
    clock.nowMs += 3_700_000;
    failNine(deps, "poison");
    runner.step();
    calls[2]?.fail(new TypeError("x is undefined"));
    await eventually("a person is needed", () => stateOf("poison").state === "NEEDS_PERSON");
    expect([given, stateOf("poison").error]).toEqual([["poison"], "x is undefined"]);
    inTransaction(deps, () => beginAgain(deps, poison));
    runner.step();
    expect(stateOf("poison")).toMatchObject({ state: "RUNNING", attempts: 1 });
  });

  it("a job whose time ended while the station was off is tried ten times before a person is needed", async () => {
    const { add, start, calls, clock, stateOf } = queue();
    add("a");
    const runner = start();
    const states: string[] = [];
    for (let i = 0; i < 10; i += 1) {
      // The runner may still count the previous attempt as running after its outcome was written.
      await eventually("it has begun", () => {
        runner.step();
        return calls.length === i + 1;
      });
      calls.at(-1)?.end({ end: "AGAIN", error: "no answer" });
      await eventually("it has ended", () => stateOf("a").state !== "RUNNING");
      states.push(stateOf("a").state);
      clock.nowMs += 73 * 3_600_000;
    }
    expect(states).toEqual([...Array.from({ length: 9 }, () => "WAITING"), "NEEDS_PERSON"]);
  });

  it("a job whose result cannot be written because of a bug is retried and affects no other job", async () => {
    const { add, start, calls, stateOf } = queue();
    add("bad");
    start().step();
    calls[0]?.end({
      write() {
        throw new TypeError("y is undefined");
      },
    });
    await eventually("it waits", () => stateOf("bad").state === "WAITING");
    expect(stateOf("bad").error).toBe("y is undefined");
  });

  it("jobs that ran when the process crashed are due immediately, and after their backoff from the fourth crash on", () => {
    const { add, start, clock, deps, calls, stateOf } = queue();
    add("a");
    for (let i = 1; i <= 4; i += 1) {
      start().step(); // Each start is a separate process, and the previous process has been killed.
      expect([calls.length, stateOf("a").attempts]).toEqual([i, i]);
      clock.nowMs += 60_000;
    }
    start().step();
    expect([calls.length, stateOf("a").state]).toEqual([4, "WAITING"]);
    expect(Date.parse(findJob(deps, "webhook", "a")?.nextAttemptAt ?? "")).toBeGreaterThan(
      clock.nowMs + 5_000,
    );
  });

  it("an attempt stopped with the station is not counted", async () => {
    const { add, start, calls, stateOf } = queue();
    add("a");
    const runner = start();
    runner.step();
    await runner.stop();
    expect([calls[0]?.signal.aborted, stateOf("a")]).toEqual([
      true,
      { state: "WAITING", attempts: 0, error: "" },
    ]);
  });

  it("each attempt knows whether an earlier attempt lacks an outcome, across a stop, a crash and a person's restart", async () => {
    const { add, start, calls, deps, stateOf } = queue();
    const id = add("a");
    const known: number[] = [];
    const attempt = (): ReturnType<typeof start> => {
      const runner = start();
      runner.step();
      known.push(calls.at(-1)?.job.mayBeDone ?? -1);
      return runner;
    };
    const ended = async (end: Partial<Attempt>, state: string): Promise<void> => {
      calls.at(-1)?.end(end);
      await eventually(state, () => stateOf("a").state === state);
      inTransaction(deps, () => beginAgain(deps, id));
    };
    await attempt().stop();
    attempt(); // This process is killed.
    attempt();
    await ended({ end: "NEEDS_PERSON", error: "ask" }, "NEEDS_PERSON");
    attempt();
    await ended({ end: "AGAIN", error: "no answer" }, "WAITING");
    attempt();
    await ended({ end: "REFUSED", error: "no" }, "REFUSED");
    attempt();
    expect(known).toEqual([0, 1, 1, 1, 1, 0]);
  });

  it("a job that was restored with an older copy of the database counts as possibly done", () => {
    const { add, start, calls, deps } = queue();
    add("a");
    writeMeta(deps.db, RESTORED_AT, deps.now());
    add("b");
    start().step();
    expect(calls.map(({ job }) => [job.subjectID, job.mayBeDone])).toEqual([
      ["a", 1],
      ["b", 0],
    ]);
  });

  it("a job ends at its deadline, even if the attempt ignores its signal", async () => {
    const { add, start, deps, clock, stateOf } = queue({
      overdue: () => ({ end: "REFUSED", error: "too late" }),
    });
    add("a", { deadlineAt: new Date(clock.nowMs + 60).toISOString() });
    start().step();
    await eventually("it is over", () => stateOf("a").state === "REFUSED");
    add("b", { deadlineAt: deps.now() });
    clock.nowMs += 1_000;
    start().step();
    await eventually("it is over too", () => stateOf("b").error === "too late");
  });

  it("a kind that fails at a job's end or in a hook affects no other job, even at the next start", async () => {
    const broken = (): never => {
      throw new TypeError("z is undefined");
    };
    const { add, start, calls, clock, deps, stateOf, running } = queue({
      noteAgain: broken,
      noteNeedsPerson: broken,
      overdue: broken,
      perLane: 4,
    });
    add("overdue", { deadlineAt: deps.now() });
    add("again");
    add("killed");
    clock.nowMs += 1_000;
    const runner = start();
    runner.step();
    calls.find(({ job }) => job.subjectID === "again")?.end({ end: "AGAIN", error: "no answer" });
    await eventually("one needs a person", () => stateOf("overdue").state === "NEEDS_PERSON");
    await eventually("one waits", () => stateOf("again").state === "WAITING");
    clock.nowMs += 3_700_000;
    failNine(deps, "again");
    runner.step();
    calls
      .find(({ job }) => job.subjectID === "again" && job.attempts === 10)
      ?.end({ end: "AGAIN", error: "no answer" });
    await eventually("it needs a person too", () => stateOf("again").state === "NEEDS_PERSON");
    add("next");
    start().step(); // This start is another process; "killed" was running in the previous process.
    expect(running().slice(-2).sort()).toEqual(["killed", "next"]);
  });

  it("a job postponed by a clock that was set back is due", () => {
    const { add, start, clock, running } = queue();
    add("a", { at: new Date(clock.nowMs + 10_000).toISOString() });
    clock.nowMs -= 3_600_000;
    start().step();
    expect(running()).toEqual(["a"]);
  });

  it("a subject has one open job: adding the job again changes nothing, and an ended job restarts", async () => {
    const { add, start, calls, stateOf } = queue();
    const id = add("a");
    expect(add("a")).toBe(id);
    start().step();
    calls[0]?.end({ end: "REFUSED", error: "no" });
    await eventually("it has ended", () => stateOf("a").state === "REFUSED");
    expect([add("a"), stateOf("a")]).toEqual([id, { state: "WAITING", attempts: 0, error: "no" }]);
  });
});
