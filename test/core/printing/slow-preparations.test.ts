import { expect, it } from "vitest";
import { createSlowPreparations } from "../../../core/printing/slow-preparations.ts";

it(
  "two late documents delay labels once, each is prepared once, and both are returned when they are ready",
  { tags: "all" },
  async () => {
    const preparations = createSlowPreparations<string>((text) => text.length);
    let started = 0;
    const releases: (() => void)[] = [];
    const prepare = (name: string) => (): Promise<string> => {
      started += 1;
      return new Promise((resolve) => releases.push(() => resolve(name)));
    };
    const take = (name: string, key = "zebra") => preparations.take(name, key, prepare(name));
    const startedAt = performance.now();
    expect(await take("first")).toBeUndefined();
    preparations.start("second", "zebra", prepare("second"));
    for (let i = 0; i < 20; i += 1)
      expect([await take("second"), await take("first")]).toEqual([undefined, undefined]);
    expect(performance.now() - startedAt).toBeLessThan(3_500); // The first document is awaited for 2 s.
    for (const release of releases) release();
    expect([await take("first"), await take("second"), started]).toEqual(["first", "second", 2]);
  },
);

it("an ordinary document is awaited, and prepared again for another printer", async () => {
  const preparations = createSlowPreparations<string>((text) => text.length);
  const after = (name: string) => (): Promise<string> =>
    new Promise((resolve) => setTimeout(resolve, 20, name));
  preparations.start("job", "zebra", after("for the zebra"));
  expect(await preparations.take("job", "other", after("for the other"))).toBe("for the other");
  expect(await preparations.take("job", "zebra", after("once more"))).toBe("once more");
});

it("a result is kept until it is forgotten or replaced: at most two results, of 16 MB together", async () => {
  const preparations = createSlowPreparations<number>((bytes) => bytes);
  let started = 0;
  const take = (job: string, bytes: number): Promise<number | undefined> =>
    preparations.take(job, "zebra", () => {
      started += 1;
      return Promise.resolve(bytes);
    });
  const counts: number[] = [];
  const takeAll = async (...jobs: readonly (readonly [string, number])[]): Promise<void> => {
    for (const [job, bytes] of jobs) await take(job, bytes);
    counts.push(started);
  };
  await takeAll(["a", 5], ["a", 5], ["b", 5], ["a", 5], ["b", 5]);
  await takeAll(["c", 5], ["b", 5], ["c", 5]);
  await takeAll(["a", 5]);
  preparations.forget("a");
  await takeAll(["a", 5], ["a", 5]);
  await takeAll(["huge", 17e6], ["huge", 17e6]);
  expect(counts).toEqual([2, 3, 4, 5, 7]);
});
