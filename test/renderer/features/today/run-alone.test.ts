import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runAlone } from "../../../../renderer/features/today/run-alone.ts";

let listeners: (() => void)[] = [];
const pressKey = (): void => listeners.forEach((listener) => listener());

beforeEach(() => {
  vi.useFakeTimers();
  vi.advanceTimersByTime(10_000);
  vi.stubGlobal("addEventListener", (_name: string, listener: () => void) =>
    listeners.push(listener),
  );
  vi.stubGlobal("removeEventListener", (_name: string, listener: () => void) => {
    listeners = listeners.filter((one) => one !== listener);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  listeners = [];
});

it("a digit alone runs its command, and the digits of a number run none", () => {
  const ran: string[] = [];
  runAlone(() => ran.push("alone"));
  vi.advanceTimersByTime(700);
  expect([ran, listeners]).toEqual([["alone"], []]);
  vi.advanceTimersByTime(2_000);
  for (const digit of ["1", "4", "4"]) {
    pressKey();
    runAlone(() => ran.push(digit));
    vi.advanceTimersByTime(200);
  }
  vi.advanceTimersByTime(5_000);
  expect([ran, listeners]).toEqual([["alone"], []]);
});

it("a digit that another key follows runs nothing", () => {
  const ran: string[] = [];
  vi.advanceTimersByTime(2_000);
  runAlone(() => ran.push("1"));
  vi.advanceTimersByTime(100);
  pressKey();
  vi.advanceTimersByTime(5_000);
  expect(ran).toEqual([]);
});
