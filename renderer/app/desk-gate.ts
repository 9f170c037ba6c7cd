/**
 * Connects the calls of the screen with who is signed in: reads wait while the desk is locked, the
 * window locks itself when nobody uses it, and after a badge everything is read again.
 */
import { noteActivity } from "../../core/station/sign-in/sign-in.api.ts";
import type { SignInState } from "../../core/station/sign-in/sign-in.schema.ts";
import { call, listen } from "../lib/bridge.ts";
import { provideDeskGate } from "../lib/desk-gate.ts";
import { keepOverReload } from "./behind-badge.ts";
import { useStore } from "./store.ts";

/** Shortest time between two reports to the core that somebody uses the desk, ms. */
const REPORT_EVERY_MS = 20_000;
const LOOK_EVERY_MS = 5_000;

let usedAt = 0;
let reportedAt = 0;
/** Who used the desk before it was locked; undefined: nobody yet. */
let lastOpen: SignInState | undefined;

/** Notes that somebody used a key, the mouse or the scanner. */
export function noteUse(): void {
  usedAt = Date.now();
  if (usedAt - reportedAt < REPORT_EVERY_MS) return;
  if (useStore.getState().signIn?.state !== "signedIn") return;
  reportedAt = usedAt;
  void call(noteActivity).catch(() => undefined);
}

async function whenSignedIn(): Promise<void> {
  await useStore.getState().loadSignIn();
  if (useStore.getState().signIn?.state !== "locked") return;
  await new Promise<void>((resolve) => {
    const stop = useStore.subscribe(({ signIn }) => {
      if (signIn?.state === "locked") return;
      stop();
      resolve();
    });
  });
}

function lockIfIdle(): void {
  const { signIn, lock } = useStore.getState();
  if (signIn?.state !== "signedIn") return;
  if (Date.now() - usedAt > signIn.lockAfterMinutes * 60_000) void lock();
}

/**
 * Follows who is signed in.
 *
 * @param readAll Reads everything that the screen shows again, for another member.
 * @returns Function that stops following.
 */
export function followSignIn(readAll: () => void): () => void {
  noteUse();
  provideDeskGate({
    whenOpen: whenSignedIn,
    askLead: (refusal) => useStore.getState().askLead(refusal),
  });
  const stopFacts = listen("core:event", ({ topic }) => {
    if (topic === "signin.changed") void useStore.getState().loadSignIn();
  });
  const stopCore = listen("core:state", ({ state }) => {
    if (state === "running") void useStore.getState().loadSignIn();
  });
  const stopStore = useStore.subscribe(({ signIn }, { signIn: before }) => {
    if (signIn === before || signIn === null || signIn.state === "locked") return;
    const isSame = before?.state === signIn.state && before.person?.id === signIn.person?.id;
    const last = lastOpen;
    lastOpen = signIn;
    if (isSame || before === null) return;
    noteUse();
    // A member with limited access must not see what another member has left on the screen.
    const isLimited = [signIn, last].some((one) => one?.person?.role === "limitedAccessUser");
    if (isLimited && last?.person?.id !== signIn.person?.id) {
      keepOverReload();
      return location.reload();
    }
    readAll();
  });
  const timer = setInterval(lockIfIdle, LOOK_EVERY_MS);
  window.addEventListener("keydown", noteUse, true);
  window.addEventListener("pointerdown", noteUse, true);
  void useStore.getState().loadSignIn();
  return () => {
    [stopFacts, stopCore, stopStore].forEach((stop) => stop());
    clearInterval(timer);
    window.removeEventListener("keydown", noteUse, true);
    window.removeEventListener("pointerdown", noteUse, true);
  };
}
