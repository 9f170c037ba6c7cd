import { afterEach, describe, expect, it } from "vitest";
import { createThreadCalls, type ThreadCalls } from "../../../../core/base/threads/thread-calls.ts";
import type { ThreadOptions } from "../../../../core/base/threads/thread-options.ts";
import { eventually } from "../../../helpers/station.ts";
import type { TestOperations } from "./calls-child.ts";

const open: ThreadCalls<TestOperations>[] = [];
afterEach(async () => {
  for (const calls of open.splice(0)) await calls.close(new Error("closed"));
});

function threadOf(options: Partial<ThreadOptions> = {}): ThreadCalls<TestOperations> {
  const calls = createThreadCalls<TestOperations>({
    url: new URL("./calls-child.ts", import.meta.url),
    name: "test thread",
    data: { start: 0 },
    ending: "asked",
    ...options,
  });
  open.push(calls);
  return calls;
}

describe("thread calls", () => {
  it("calls return the operation's results in the order of the calls", async () => {
    const calls = threadOf();
    const answered: string[] = [];
    const note = (name: string) => (): unknown => answered.push(name);
    const [sum, size] = await Promise.all([
      calls.call("add", [1, 2]).finally(note("add")),
      calls.call("size", new Uint8Array(3)).finally(note("size")),
    ]);
    expect([sum, size, answered]).toEqual([3, 3, ["add", "size"]]);
  });

  it("a call rejects with the operation's AppError or with another error's message and code, and the thread survives", async () => {
    const calls = threadOf();
    const thread = await calls.call("thread", undefined);
    await expect(calls.call("refuse", undefined)).rejects.toMatchObject({
      name: "AppError",
      code: "E1066",
      status: 409,
      message: "Too little.",
      details: { balance: "1.00" },
    });
    await expect(calls.call("fail", "SQLITE_FULL")).rejects.toMatchObject({
      name: "Error",
      code: "SQLITE_FULL",
      message: "the disk",
    });
    expect(await calls.call("thread", undefined)).toBe(thread);
  });

  it("a call moves the buffers that it transfers", async () => {
    const calls = threadOf();
    const bytes = new Uint8Array(1_000);
    expect(await calls.call("size", bytes, { transfer: [bytes.buffer] })).toBe(1_000);
    expect(bytes.byteLength).toBe(0);
  });

  it("a caller's next call waits for the running call and at most one call of each other caller, however long their queues are", async () => {
    const calls = threadOf();
    const order: string[] = [];
    const ask = (caller: string) =>
      calls.call("add", [1], { caller }).then(() => order.push(caller));
    await Promise.all([..."AAAABBC"].map(ask));
    expect(order.join("")).toBe("AABCABA");
  });

  it("timers run before the next call is answered", async () => {
    const calls = threadOf();
    await calls.call("add", [1]);
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 1);
    const work = (): void => {
      const end = performance.now() + 10; // The next answer has arrived by then.
      while (performance.now() < end);
    };
    await Promise.all(Array.from({ length: 10 }, () => calls.call("add", [1]).then(work)));
    clearInterval(ticking);
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  it("a call is rejected without affecting others when its input cannot be cloned", async () => {
    const calls = threadOf();
    const uncloneable = Object.assign([1], { not: () => {} });
    const [bad, good] = await Promise.allSettled([
      calls.call("add", uncloneable),
      calls.call("add", [2]),
    ]);
    expect([bad.status, good]).toEqual(["rejected", { status: "fulfilled", value: 2 }]);
  });
});

describe("a paused thread", () => {
  it("a paused thread finishes the running call, and starts queued calls when it is resumed", async () => {
    const calls = threadOf();
    const order: string[] = [];
    const first = calls.call("add", [1]).then(() => order.push("first"));
    const pausing = calls.pause();
    const second = calls.call("add", [2]).then(() => order.push("second"));
    const resume = await pausing;
    await first;
    order.push("paused");
    await new Promise((turned) => setImmediate(turned));
    resume();
    await second;
    expect(order).toEqual(["first", "paused", "second"]);
  });

  it("a thread can be paused when it has no call, and when it is lost during a call", async () => {
    const calls = threadOf();
    (await calls.pause())();
    const lost = calls.call("exit", 3).catch(() => "lost");
    (await calls.pause())();
    expect([await lost, await calls.call("add", [1, 2])]).toEqual(["lost", 3]);
  });
});

describe("a lost thread", () => {
  it("losing a thread rejects its running call, and another thread answers the queued calls", async () => {
    const calls = threadOf();
    const first = await calls.call("thread", undefined);
    const [exited, second, crashed, third] = await Promise.allSettled([
      calls.call("exit", 3),
      calls.call("thread", undefined),
      calls.call("crash", undefined),
      calls.call("thread", undefined),
    ]);
    expect([exited, crashed]).toEqual([
      {
        status: "rejected",
        reason: expect.objectContaining({ message: "the test thread stopped with 3" }),
      },
      { status: "rejected", reason: expect.objectContaining({ message: "crashed" }) },
    ]);
    expect(
      new Set(
        [first, second, third].map((thread) =>
          typeof thread === "number"
            ? thread
            : thread.status === "fulfilled"
              ? thread.value
              : "lost",
        ),
      ).size,
    ).toBe(3);
  });

  it("a thread that does not answer in time is ended, and its call rejects with the error that the thread's owner makes", async () => {
    const calls = threadOf({
      callTimeoutMs: 50,
      lost: (cause) => new Error(`lost: ${cause.message}`),
    });
    await calls.call("thread", undefined);
    const [hung, next] = await Promise.allSettled([
      calls.call("hang", undefined),
      calls.call("add", [1]),
    ]);
    expect([hung, next]).toEqual([
      {
        status: "rejected",
        reason: expect.objectContaining({
          message: "lost: the test thread did not answer within 50 ms",
        }),
      },
      { status: "fulfilled", value: 1 },
    ]);
  });

  it(
    "a computing thread that gets no processor may take longer than its limit, and one that uses it is ended at the limit",
    { tags: "all" },
    async () => {
      const calls = threadOf({ callTimeoutMs: 500, isComputing: true });
      await calls.call("thread", undefined);
      // A sleeping thread uses as little of a processor as one on a machine whose processors are busy.
      expect(await calls.call("sleep", 800)).toBe(800);
      const began = performance.now();
      await expect(calls.call("hang", undefined)).rejects.toThrow("did not answer within 500 ms");
      expect(performance.now() - began).toBeLessThan(500 * 6);
    },
  );

  it("a computing thread that never answers is ended after six times its limit", async () => {
    const calls = threadOf({ callTimeoutMs: 100, isComputing: true });
    await calls.call("thread", undefined);
    const began = performance.now();
    await expect(calls.call("sleep", 20_000)).rejects.toThrow("did not answer within 100 ms");
    expect(performance.now() - began).toBeGreaterThan(100);
  });

  it("a thread lost at its start rejects every call that needed it", async () => {
    const calls = threadOf({ data: { start: "no number" } });
    const answers = await Promise.allSettled([calls.call("add", [1]), calls.call("add", [1])]);
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});

describe("a call whose caller has gone", () => {
  it("an aborted call ends in the thread, and rejects with the signal's reason", async () => {
    const calls = threadOf();
    await calls.call("thread", undefined);
    const caller = new AbortController();
    const spinning = calls.call("spin", undefined, { signal: caller.signal });
    const after = calls.call("spins", undefined);
    const gone = new Error("gone");
    caller.abort(gone);
    await expect(spinning).rejects.toBe(gone);
    expect(await after).toBe(1);
  });

  it("a queued call is dropped, and a call of a caller that had already gone is not started", async () => {
    const calls = threadOf();
    const [first, second] = [new AbortController(), new AbortController()];
    const running = calls.call("spin", undefined, { signal: first.signal });
    const waiting = calls.call("spin", undefined, { signal: second.signal });
    second.abort(new Error("second"));
    await expect(waiting).rejects.toThrow("second");
    first.abort(new Error("first"));
    await expect(running).rejects.toThrow("first");
    await expect(calls.call("spin", undefined, { signal: first.signal })).rejects.toThrow("first");
    expect(await calls.call("spins", undefined)).toBe(1);
  });
});

describe("an ended thread", () => {
  it("ending a thread rejects the running call with the reason, and the next call starts another thread", async () => {
    const calls = threadOf();
    const first = await calls.call("thread", undefined);
    const spinning = expect(calls.call("spin", undefined)).rejects.toThrow("rested");
    await calls.end(new Error("rested"));
    await spinning;
    expect(await calls.call("thread", undefined)).not.toBe(first);
  });

  it("a closed thread rejects every running, queued and later call with the reason", async () => {
    const calls = threadOf({ ending: "stopped" });
    await calls.call("thread", undefined);
    const waiting = Promise.allSettled([calls.call("hang", undefined), calls.call("add", [1])]);
    const reason = new Error("stopping");
    await calls.close(reason);
    expect(await waiting).toEqual([
      { status: "rejected", reason },
      { status: "rejected", reason },
    ]);
    await expect(calls.call("add", [1])).rejects.toBe(reason);
  });

  it("an idle thread ends by itself unless it is held", async () => {
    const calls = threadOf({ idleMs: 1 });
    const release = calls.hold();
    const first = await calls.call("thread", undefined);
    await new Promise((done) => setTimeout(done, 20));
    expect(await calls.call("thread", undefined)).toBe(first);
    release();
    await eventually(
      "another thread answers",
      async () => (await calls.call("thread", undefined)) !== first,
    );
  });
});
