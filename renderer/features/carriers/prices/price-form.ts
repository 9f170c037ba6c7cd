/** State that the steps of loading prices share: the typed texts, and which of them are wrong. */
import { createContext, use } from "react";
import type { City } from "../../../../core/shipping/geo/geo.schema.ts";
import type { Faults, Texts } from "./typed-values.ts";

export type SharedForm = {
  readonly typed: Texts;
  readonly change: (part: Texts) => void;
  /** Wrong fields, once the person has tried to go on. */
  readonly faults: Faults;
  readonly cities: readonly City[];
};

/** The form of the open page. */
export const PriceForm = createContext<SharedForm | null>(null);

/** Returns the form of the open page. */
export function usePriceForm(): SharedForm {
  const form = use(PriceForm);
  if (form === null) throw new Error("the field is outside of the price form");
  return form;
}
