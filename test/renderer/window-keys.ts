/**
 * The key map of the whole window, as a pure function of the situation: the features' real keys,
 * and Pack's.
 */
import { PARTS } from "../../renderer/app/parts.ts";
import { commandFor, keyTableOf, type WindowCommand } from "../../renderer/app/keys.ts";
import {
  packCommandFor,
  type PackCommand,
  type PackSituation,
} from "../../renderer/features/pack/pack-keys.ts";
import type { PressedKey, Situation } from "../../renderer/lib/pressed-key.ts";

export type Now = Situation & PackSituation;

const TABLE = keyTableOf(PARTS.flatMap(({ commands = [] }) => commands));

export function windowCommandFor(
  pressed: PressedKey,
  now: Now,
): WindowCommand | PackCommand | null {
  return commandFor(pressed, now, now.isHome ? TABLE : new Map(), (left) =>
    packCommandFor(left, now),
  );
}

/** Returns the command's name: "weigh" for F2. */
export function nameOf(command: WindowCommand | PackCommand | null): string | undefined {
  return command?.do === "run" ? command.command : command?.do;
}

/** Offers are on the screen, and the focus is on them. */
export const OFFERS: Now = {
  isHome: true,
  isCovered: false,
  isAsked: false,
  isPaletteOpen: false,
  focus: "offers",
  digit: null,
  typed: false,
  settled: true,
  step: "offers",
  offers: 3,
  templates: 2,
  waiting: 0,
  choosesBox: false,
  again: false,
  isReturn: false,
  refused: false,
  blocked: false,
  reasons: 0,
  learns: 0,
};

/** A question, which F10 and F12 answer, covers the right half. */
export const ASKED = { isCovered: true, isAsked: true } as const;
