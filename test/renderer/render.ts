/**
 * Renders components to the markup of one moment: what the screen shows for a given state. Effects
 * do not run.
 */
import { createElement, type ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { usePack, type PackState } from "../../renderer/features/pack/use-pack.ts";
import type { DeskFacts } from "../../core/station/station.schema.ts";
import "./both-languages.ts";
import { useShared } from "../../renderer/store/shared.ts";

/** Facts of a station where everything is set up. */
export const FACTS = {
  organization: { id: "o", name: "Ada" },
  member: { id: "m", name: "Elif", role: "owner" },
  balance: "200.00",
  available: "200.00",
  currency: "TL",
  testMode: false,
  hasSender: true,
  hasCarriers: true,
  samplePrices: false,
  labelPrinter: { id: "p", name: "Zebra", state: "ready", message: "" },
} as DeskFacts;

/** Store state that the tested components read; the casts cover the rest. */
const STATE = {
  desk: { step: "ready", facts: FACTS },
  view: "pack",
  typed: "",
  overlay: null,
  asked: null,
  printJobs: [],
  pack: { step: "empty" },
  last: null,
  reprint: { step: "none" },
  sync: null,
  sentElsewhere: [],
  marketplaces: [],
} as Partial<PackState> as PackState;

/** @returns HTML, in English. */
export function markupOf<Props extends object>(
  component: ComponentType<Props>,
  props: Props,
  part: Partial<PackState> = {},
): string {
  const state = { ...STATE, ...part };
  const store = {
    getState: () => state,
    getInitialState: () => state,
    subscribe: () => () => undefined,
  };
  useShared.bind(store);
  usePack.bind(store);
  return renderToStaticMarkup(createElement(component, props));
}

/** Returns the text of markup, with a space between any two elements. */
export function textOf(markup: string): string {
  return markup
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
