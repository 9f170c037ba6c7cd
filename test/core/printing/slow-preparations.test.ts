import { expect, it } from "vitest";
import { createSlowPreparations } from "../../../core/printing/slow-preparations.ts";

it("two documents that are late hold up labels once, each is prepared once, and they are given when they are ready", async () => {
  const preparations = createSlowPreparations<string>();
  let begun = 0;
  const releases: (() => void)[] = [];
  const prepare = (name: string) => (): Promise<string> => {
    begun += 1;
    return new Promise((resolve) => releases.push(() => resolve(name)));
  };
  const take = (name: string, key = "zebra") => preparations.take(name, key, prepare(name));
  const startedAt = performance.now();
  expect(await take("first")).toBeUndefined();
  preparations.begin("second", "zebra", prepare("second"));
  for (let i = 0; i < 20; i += 1) expect([await take("second"), await take("first")]).toEqual([undefined, undefined]);
  expect(performance.now() - startedAt).toBeLessThan(3_500); // 2 s for the first
  for (const release of releases) release();
  expect([await take("first"), await take("second"), begun]).toEqual(["first", "second", 2]);
});

it("an ordinary document is waited for; for another printer it is prepared again", async () => {
  const preparations = createSlowPreparations<string>();
  const after = (name: string) => (): Promise<string> => new Promise((resolve) => setTimeout(resolve, 20, name));
  preparations.begin("job", "zebra", after("for the zebra"));
  expect(await preparations.take("job", "other", after("for the other"))).toBe("for the other");
  expect(await preparations.take("job", "zebra", after("once more"))).toBe("once more");
});
