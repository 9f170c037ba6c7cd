/** The question for a lead's badge. */
import { setImmediate } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { createStore } from "zustand";
import { badgeNumberOf } from "../../../core/base/badge-number.ts";
import type { Refusal } from "../../../renderer/lib/desk-gate.ts";
import { createSignInSlice, type SignInSlice } from "../../../renderer/store/sign-in.slice.ts";

const refusalOf = (path: `/${string}`): Refusal => ({
  request: { method: "POST", path },
  act: "reprint",
});

it("a lead's badge for one act leaves the question for another act, which came while the badge was checked", async () => {
  let answer = (): void => {};
  const sent: unknown[] = [];
  const invoke = (_: string, request: { readonly body: unknown }): Promise<unknown> => {
    sent.push(request.body);
    return new Promise((resolve) => {
      answer = () =>
        resolve({
          ok: true,
          value: { status: 200, body: { result: true, data: { step: "done", name: "Lead" } } },
        });
    });
  };
  vi.stubGlobal("window", { bridge: { invoke } });
  const store = createStore<SignInSlice>()(createSignInSlice);
  const { getState: get } = store;
  store.setState({ signIn: { state: "signedIn" } as SignInSlice["signIn"] });
  const first = get().askLead(refusalOf("/first"));
  get().takeBadge(badgeNumberOf(new Uint8Array(16)));
  const second = get().askLead(refusalOf("/second"));
  answer();
  expect(await first).toBe(false);
  await setImmediate(); // Lets the answer arrive.
  expect(get().badgeStep).toEqual({ step: "none" });
  expect(get().leadQuestion?.request.path).toBe("/second");
  get().takeBadge(badgeNumberOf(new Uint8Array(16)));
  answer();
  expect(await second).toBe(true);
  expect(get().leadQuestion).toBeNull();
  expect(sent).toMatchObject([{ path: "/first" }, { path: "/second" }]);
});

it("a PIN whose check a lock has overtaken shows nothing, an order before the PIN is refused, and a second badge is sent while the first is checked", async () => {
  const sent: { readonly path: string; readonly answer: (body: unknown) => void }[] = [];
  const invoke = (_: string, { path }: { readonly path: string }): Promise<unknown> =>
    new Promise((resolve) => {
      sent.push({
        path,
        answer: (body) => resolve({ ok: true, value: { status: 200, body } }),
      });
    });
  vi.stubGlobal("window", { bridge: { invoke } });
  const store = createStore<SignInSlice>()(createSignInSlice);
  const { getState: get } = store;
  store.setState({ signIn: { state: "locked" } as SignInSlice["signIn"] });
  const badges = [0, 1].map((first) => badgeNumberOf(new Uint8Array(16).fill(first)));
  for (const badge of badges) get().takeBadge(badge);
  sent[0]?.answer({ result: true, data: { step: "pinNeeded", name: "First" } });
  sent[1]?.answer({ result: true, data: { step: "pinNeeded", name: "Second" } });
  await setImmediate();
  expect(get().badgeStep).toMatchObject({ step: "pin", name: "Second" });
  // An order that is scanned before the PIN is refused, and leaves the question for the PIN.
  expect(get().takeBadge("ORDER-1")).toBe(true);
  expect(get().badgeStep).toMatchObject({ step: "pin", failure: { code: "E2241" } });
  void get().typePin("370518");
  void get().lock();
  sent[2]?.answer({ result: false, code: "E2243", reason: "overtaken" });
  await setImmediate();
  expect(get().badgeStep).toEqual({ step: "none" });
  expect(sent.map(({ path }) => path)).toEqual([
    ...Array.from({ length: 3 }, () => "/station/sign-in"),
    "/station/sign-in/lock",
  ]);
});
