/**
 * Who is signed in at the desk, and the question for a lead's badge. The window sends badges and
 * PINs to the core, which decides; the screen keeps a badge only while its PIN is typed.
 */
import type { StateCreator } from "zustand";
import { isBadgeNumber, isMisreadBadge } from "../../core/base/badge-number.ts";
import {
  approveAct,
  getSignIn,
  lockDesk,
  recoverSignIn,
  signIn,
} from "../../core/station/sign-in/sign-in.api.ts";
import type { SignInState } from "../../core/station/sign-in/sign-in.schema.ts";
import { call } from "../lib/bridge.ts";
import type { Refusal } from "../lib/desk-gate.ts";
import { failureOf, type Failure } from "../lib/failure.ts";
import type { GetState, SetState } from "./slice-state.ts";

/**
 * The badge that was scanned: being checked, refused, or waiting for its PIN; or the recovery key
 * is typed, because badge or PIN is lost.
 */
export type BadgeStep =
  | { readonly step: "none" }
  | { readonly step: "lost" }
  | { readonly step: "checking" }
  | { readonly step: "refused"; readonly failure: Failure }
  | {
      readonly step: "pin";
      readonly badge: string;
      readonly name: string;
      readonly isChecking: boolean;
      readonly failure: Failure | null;
    };

type LeadQuestion = Refusal & { readonly settle: (isAllowed: boolean) => void };

export type SignInSlice = {
  /** Null until first read. */
  readonly signIn: SignInState | null;
  readonly badgeStep: BadgeStep;
  /** The refused call for which a lead's badge is asked; null for none. */
  readonly leadQuestion: LeadQuestion | null;
  loadSignIn(): Promise<void>;
  /**
   * Takes the code of a scan if it is a badge, or anything while the desk is covered.
   *
   * @returns Whether the code was taken.
   */
  takeBadge(code: string): boolean;
  typePin(pin: string): Promise<void>;
  /** Asks the locked desk's owner for the recovery key. */
  showLost(): void;
  /** Forgets the badge whose PIN is asked, the recovery key, or the question for a lead. */
  leaveBadge(): void;
  lock(): Promise<void>;
  recover(recoveryKey: string): Promise<Failure | null>;
  /** Asks for a lead's badge. @returns Whether a lead allowed the call. */
  askLead(refusal: Refusal): Promise<boolean>;
};

type Store = Pick<SignInSlice, "signIn" | "badgeStep" | "leadQuestion">;

/** Returns whether the desk is locked, or asks for a badge or PIN, so that nothing else acts. */
export function isDeskCovered({ signIn: state, badgeStep, leadQuestion }: Store): boolean {
  return state?.state === "locked" || leadQuestion !== null || badgeStep.step === "pin";
}

/** Returns whether a member who does not lead has signed in: set-up is not for this member. */
export function isPackerHere(state: SignInState | null): boolean {
  const role = state?.person?.role;
  return role === "user" || role === "limitedAccessUser";
}

type Put = SetState<SignInSlice>;
type Get = GetState<SignInSlice>;

/** Creates the slice: nothing is known until loadSignIn() has answered. */
export const createSignInSlice: StateCreator<SignInSlice> = (set, get) => ({
  signIn: null,
  badgeStep: { step: "none" },
  leadQuestion: null,
  async loadSignIn() {
    const state = await call(getSignIn).catch(() => null);
    if (state !== null) show(set, get, state);
  },
  takeBadge: (code) => takeBadge(set, get, code),
  async typePin(pin) {
    const { badgeStep } = get();
    if (badgeStep.step !== "pin" || badgeStep.isChecking) return;
    set({ badgeStep: { ...badgeStep, isChecking: true } });
    await sendBadge(set, get, badgeStep.badge, pin);
  },
  showLost: () => set({ badgeStep: { step: "lost" } }),
  leaveBadge() {
    const { badgeStep, leadQuestion } = get();
    set({ badgeStep: { step: "none" } });
    // From the PIN, one step back leads to the question for a lead.
    if (badgeStep.step === "pin" || badgeStep.step === "checking") return;
    set({ leadQuestion: null });
    leadQuestion?.settle(false);
  },
  async lock() {
    get().leadQuestion?.settle(false);
    set({ leadQuestion: null, badgeStep: { step: "none" } });
    const state = await call(lockDesk).catch(() => null);
    if (state !== null) show(set, get, state);
  },
  async recover(recoveryKey) {
    try {
      const state = await call(recoverSignIn, { body: { recoveryKey } });
      set({ badgeStep: { step: "none" } });
      show(set, get, state);
      return null;
    } catch (error) {
      return failureOf(error);
    }
  },
  async askLead(refusal) {
    if (get().signIn?.state !== "signedIn") return false;
    get().leadQuestion?.settle(false);
    return new Promise((resolve) =>
      set({ leadQuestion: { ...refusal, settle: resolve }, badgeStep: { step: "none" } }),
    );
  },
});

/**
 * Shows who is signed in. A desk that the core has locked, for example by a restart, ends the
 * question for a lead with its PIN: the next badge signs in.
 */
function show(set: Put, get: Get, state: SignInState): void {
  const { leadQuestion } = get();
  set({ signIn: state });
  if (state.state === "signedIn" || leadQuestion === null) return;
  set({ leadQuestion: null, badgeStep: { step: "none" } });
  leadQuestion.settle(false);
}

function takeBadge(set: Put, get: Get, code: string): boolean {
  const { badgeStep, signIn: state, leadQuestion } = get();
  if (isBadgeNumber(code)) {
    // Without sign-in a badge means nothing, and must not be searched for as an order.
    if (state?.state === "off") return true;
    set({ badgeStep: { step: "checking" } });
    void sendBadge(set, get, code.trim(), "");
    return true;
  }
  if (badgeStep.step === "pin" && /^\d{6}$/.test(code)) {
    void get().typePin(code);
    return true;
  }
  // Who has scanned the badge takes over by the PIN; an order before it would be the last person's.
  if (badgeStep.step === "pin" && leadQuestion === null && !isMisreadBadge(code)) {
    set({ badgeStep: { ...badgeStep, failure: { code: "E2241", message: "" } } });
    return true;
  }
  if (state?.state === "locked") {
    set({ badgeStep: { step: "refused", failure: { code: "E2241", message: "" } } });
    return true;
  }
  if (state?.state !== "off" && isMisreadBadge(code)) {
    const failure = { code: "E2243", message: "", reason: "misread" };
    set({ badgeStep: { step: "refused", failure } });
    return true;
  }
  if (leadQuestion === null && badgeStep.step === "none") return false;
  // A packer who goes on scanning does without the lead.
  set({ badgeStep: { step: "none" }, leadQuestion: null });
  leadQuestion?.settle(false);
  return false;
}

/**
 * Sends a badge with its PIN: to sign in, or to allow the act that waits for a lead. The answer
 * changes nothing on the screen after a newer badge, Esc or a lock, or when another act has asked
 * for a lead meanwhile.
 */
async function sendBadge(set: Put, get: Get, badge: string, pin: string): Promise<void> {
  const { leadQuestion, badgeStep: sent } = get();
  const isOver = (): boolean => get().leadQuestion !== leadQuestion || get().badgeStep !== sent;
  try {
    const { step, name } =
      leadQuestion === null
        ? await call(signIn, { body: { badge, pin } })
        : await call(approveAct, {
            body: { badge, pin, act: leadQuestion.act, ...leadQuestion.request },
          });
    if (isOver()) return;
    if (step === "pinNeeded")
      return set({ badgeStep: { step: "pin", badge, name, isChecking: false, failure: null } });
    // First who is signed in: a code behind the badge waits until no badge is checked.
    if (leadQuestion === null) await get().loadSignIn();
    if (isOver()) return;
    set({ badgeStep: { step: "none" }, leadQuestion: null });
    leadQuestion?.settle(true);
  } catch (error) {
    if (isOver()) return;
    const failure = failureOf(error);
    const { badgeStep } = get();
    const isPinWrong = failure.code === "E2244" || failure.code === "E2245";
    set({
      badgeStep:
        badgeStep.step === "pin" && isPinWrong
          ? { ...badgeStep, isChecking: false, failure }
          : { step: "refused", failure },
    });
  }
}
