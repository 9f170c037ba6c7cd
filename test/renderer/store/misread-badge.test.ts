/** A badge that the scanner did not read right. */
import { expect, it } from "vitest";
import { createStore } from "zustand";
import { badgeNumberOf } from "../../../core/base/badge-number.ts";
import { createSignInSlice, type SignInSlice } from "../../../renderer/store/sign-in.slice.ts";

it.each([
  ["signedIn", true],
  ["off", false],
] as const)(
  "while the desk is %j, a badge without its first digit is taken and refused: %j",
  (state, isTaken) => {
    const store = createStore<SignInSlice>()(createSignInSlice);
    store.setState({ signIn: { state } as SignInSlice["signIn"] });
    const code = badgeNumberOf(new Uint8Array(16)).slice(1);
    expect(store.getState().takeBadge(code)).toBe(isTaken);
    expect(store.getState().badgeStep).toMatchObject(
      isTaken ? { step: "refused", failure: { reason: "misread" } } : { step: "none" },
    );
  },
);
