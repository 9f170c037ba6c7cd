/**
 * Slots: places in one feature's screen that other features fill. The feature that owns the slot
 * declares it here with its properties; a feature that fills it lists the part in its feature.ts;
 * app/ connects the two.
 */
import { createContext, use, type ComponentType, type ReactNode } from "react";
import type { SetUpStep } from "./set-up-steps.ts";
import type { SettingsSection } from "./settings-section.ts";

export type SlotProps = {
  /** Left side of the status bar: the last result. */
  readonly lastResult: object;
  /**
   * Home view without an order: the ways to get orders. `isMain`: importing orders is the first
   * thing to do.
   */
  readonly emptyHome: { readonly isMain: boolean };
  /** Inside the scan field: work in progress. */
  readonly scanField: object;
  /**
   * The question that waits for an answer: a panel over the right half of the home view, a part of
   * other views. `coversOffers`: the panel covers offers. `isBrief`: there is room only for the
   * question's words and keys.
   */
  readonly overlay: { readonly coversOffers: boolean; readonly isBrief?: boolean };
  /** The list of keys. */
  readonly keyList: object;
  /** Content of a step of the first start; a feature returns null for other features' steps. */
  readonly setUpStep: { readonly step: SetUpStep };
  /** A label as it prints. */
  readonly labelPicture: { readonly shipmentID: string; readonly barcode: string };
  /** The route of a bought parcel on a map. `hasScans`: whether the carrier has scanned it. */
  readonly parcelWay: { readonly shipmentID: string; readonly hasScans: boolean };
};
export type SlotName = keyof SlotProps;

/** The parts of each slot, in the order of the features. */
export type SlotParts = { readonly [Name in SlotName]?: readonly ComponentType<SlotProps[Name]>[] };

const Parts = createContext<SlotParts>({});
const Sections = createContext<readonly SettingsSection[]>([]);

type SlotProviderProps = {
  readonly parts: SlotParts;
  readonly sections: readonly SettingsSection[];
  readonly children: ReactNode;
};

/** Provides the slots inside `children` with their parts, and Settings with its sections. */
export function SlotProvider({ parts, sections, children }: SlotProviderProps) {
  return (
    <Parts value={parts}>
      <Sections value={sections}>{children}</Sections>
    </Parts>
  );
}

/** Returns the Settings sections of all features, in order. */
export function useSections(): readonly SettingsSection[] {
  return use(Sections);
}

type SlotInput<Name extends SlotName> = { readonly name: Name; readonly props: SlotProps[Name] };

/** All parts of one slot; nothing when no feature fills it. */
export function Slot<Name extends SlotName>({ name, props }: SlotInput<Name>) {
  const parts: readonly ComponentType<SlotProps[Name]>[] = use(Parts)[name] ?? [];
  return parts.map((Part, index) => <Part key={index} {...props} />);
}
