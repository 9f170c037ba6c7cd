/**
 * Codes that a scanner sends right behind a badge, such as the order of the person who takes over.
 * They wait until the core has answered the badge.
 */
import { useStore } from "./store.ts";

const PLACE = "packbench.codes";

let waiting: readonly string[] = [];
/** Whether another page is being loaded. This page handles no code any more. */
let isLeaving = false;

/**
 * Keeps a code that must wait: a badge is being checked, it is not known yet who is signed in, or
 * another page is being loaded.
 *
 * @returns Whether the code waits.
 */
export function waitBehindBadge(code: string): boolean {
  const { badgeStep, signIn } = useStore.getState();
  if (badgeStep.step !== "checking" && signIn !== null && !isLeaving) return false;
  waiting = [...waiting, code];
  if (isLeaving) keepOverReload();
  return true;
}

/** Leaves the waiting codes, and those that still arrive, to the page that is loaded next. */
export function keepOverReload(): void {
  isLeaving = true;
  if (waiting.length > 0) sessionStorage.setItem(PLACE, waiting.join("\n"));
}

/**
 * Handles the waiting codes once the badge before them is checked. A code behind a lead's badge, whose
 * PIN is asked, is refused in words; a refused badge says itself why nothing was opened.
 *
 * @param take Handles a code of the scanner.
 * @returns Function that stops following.
 */
export function followBadge(take: (code: string) => void): () => void {
  const kept = sessionStorage.getItem(PLACE);
  sessionStorage.removeItem(PLACE);
  if (kept !== null) waiting = kept.split("\n");
  return useStore.subscribe(({ badgeStep, signIn, desk }) => {
    if (waiting.length === 0 || signIn === null || badgeStep.step === "checking" || isLeaving)
      return;
    const isLocked = signIn.state === "locked";
    if (!isLocked && desk.step !== "ready") return;
    const codes = waiting;
    waiting = [];
    if (badgeStep.step === "pin")
      useStore.setState({ badgeStep: { ...badgeStep, failure: { code: "E2241", message: "" } } });
    else if (!isLocked || badgeStep.step !== "refused") setTimeout(() => codes.forEach(take));
  });
}
