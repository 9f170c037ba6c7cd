/**
 * Codes that a scanner sends right behind a badge, such as the order of the person who takes over.
 * They wait until the core has answered the badge.
 */
import { z } from "zod";
import { parseJson } from "../../core/base/json.ts";
import { refuse } from "../store/sounds.ts";
import { useStore } from "./store.ts";

const PLACE = "packbench.behindBadge";

let waiting: readonly string[] = [];

/** Keeps a code until the badge before it is checked. */
export function waitBehindBadge(code: string): void {
  waiting = [...waiting, code];
}

/** Leaves the waiting codes to the page that is loaded next. */
export function keepOverReload(): void {
  if (waiting.length > 0) sessionStorage.setItem(PLACE, JSON.stringify(waiting));
  waiting = [];
}

/**
 * Handles the waiting codes once the badge before them is checked.
 *
 * @param take Handles a code of the scanner.
 * @returns Function that stops following.
 */
export function followBadge(take: (code: string) => void): () => void {
  const kept = sessionStorage.getItem(PLACE);
  sessionStorage.removeItem(PLACE);
  if (kept !== null) waiting = parseJson(kept, z.array(z.string()), "codes behind a badge");
  return useStore.subscribe(({ badgeStep, signIn, desk }) => {
    if (waiting.length === 0 || signIn === null || badgeStep.step === "checking") return;
    const isOpen = signIn.state !== "locked" && badgeStep.step !== "pin";
    if (isOpen && desk.step !== "ready") return;
    const codes = waiting;
    waiting = [];
    if (isOpen) return void setTimeout(() => codes.forEach(take));
    refuse();
    // A refused badge says itself why nothing was opened.
    if (badgeStep.step !== "pin") return;
    const failure = { code: "E2241", message: "", reason: "behindBadge" };
    useStore.setState({ badgeStep: { ...badgeStep, failure } });
  });
}
