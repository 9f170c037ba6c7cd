/**
 * Places in one feature's screen that other features fill. The feature that has the place names it
 * here, with what the parts are given; a feature that fills it lists the part in its feature.ts;
 * app/ brings the two together.
 */
import { createContext, use, type ComponentType, type ReactNode } from "react";
import type { SetUpStep } from "./set-up-steps.ts";
import type { SettingsSection } from "./settings-section.ts";

export type SlotProps = {
  /** At the left of the status bar: the last result. */
  readonly lastResult: object;
  /**
   * In the home view without an order: the ways to get orders. `isMain`: they are what is to be
   * done first.
   */
  readonly emptyHome: { readonly isMain: boolean };
  /** Inside the scan field: work in progress. */
  readonly scanField: object;
  /**
   * What covers the right half of the home view, and the question in a view that shows it.
   * `coversOffers`: offers wait below it. `isBrief`: there is room for its words and keys alone.
   */
  readonly overlay: { readonly coversOffers: boolean; readonly isBrief?: boolean };
  /** The list of keys. */
  readonly keyList: object;
  /** What a step of the first start asks for: of each feature null in the steps of others. */
  readonly setUpStep: { readonly step: SetUpStep };
  /** A label as it prints. */
  readonly labelPicture: { readonly shipmentID: string; readonly barcode: string };
  /** The way of a bought parcel, on a map. */
  readonly parcelWay: { readonly shipmentID: string };
};
export type SlotName = keyof SlotProps;

/** What fills the slots; each slot's parts stand in the order of the features. */
export type SlotParts = { readonly [Name in SlotName]?: readonly ComponentType<SlotProps[Name]>[] };

const Parts = createContext<SlotParts>({});
const Sections = createContext<readonly SettingsSection[]>([]);

type SlotProviderProps = {
  readonly parts: SlotParts;
  readonly sections: readonly SettingsSection[];
  readonly children: ReactNode;
};

/** Gives the slots inside `children` their parts, and Settings its sections. */
export function SlotProvider({ parts, sections, children }: SlotProviderProps) {
  return (
    <Parts value={parts}>
      <Sections value={sections}>{children}</Sections>
    </Parts>
  );
}

/** Returns the sections of Settings, of all features, in their order. */
export function useSections(): readonly SettingsSection[] {
  return use(Sections);
}

type SlotInput<Name extends SlotName> = { readonly name: Name; readonly props: SlotProps[Name] };

/** All parts of one slot, one after the other; nothing when no feature fills it. */
export function Slot<Name extends SlotName>({ name, props }: SlotInput<Name>) {
  const parts: readonly ComponentType<SlotProps[Name]>[] = use(Parts)[name] ?? [];
  return parts.map((Part, index) => <Part key={index} {...props} />);
}
