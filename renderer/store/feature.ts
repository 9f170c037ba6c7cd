/**
 * What a feature gives to the window: its views, its part of the store, its commands with their
 * keys, and the facts on which it reads again. Each feature exports one such object from its
 * feature.ts; app/features.ts lists them.
 */
import type { ComponentType, LazyExoticComponent, ReactNode } from "react";
import type { LucideIcon } from "lucide-react";
import type { StateCreator } from "zustand";
import type { ParseKeys } from "i18next";
import type { LiveTopic, Topic } from "../../core/db/outbox/topics.schema.ts";
import type { LoneDigit } from "../lib/lone-digit.ts";
import type { NamedCommand, PressedKey, Situation } from "../lib/pressed-key.ts";
import type { Sound } from "../lib/sound.ts";
import type { ReadableStore } from "./bound-store.ts";
import type { OpenOrder } from "./navigation.slice.ts";
import type { SettingsSection } from "./settings-section.ts";
import type { SharedState } from "./shared.ts";
import type { SlotParts, SlotProps } from "./slots.tsx";

type Screen = ComponentType | LazyExoticComponent<() => ReactNode>;

/**
 * An entry of the rail and what it opens. What a view beside the home view leaves out, the home
 * view does.
 */
export type View = {
  readonly name: string;
  readonly title: ParseKeys;
  readonly Icon: LucideIcon;
  readonly Screen: Screen;
  /** Its keys while it is open. Enter is among them where no control has the focus. */
  readonly commands?: readonly KeyCommand[];
  readonly keyLines?: readonly KeyLine[];
  /** Takes a code while it is open. @returns False when the code is for the home view. */
  readonly takeCode?: (code: string) => boolean;
  /** Esc. @returns False when there is no step back in it, and the home view opens. */
  readonly back?: () => boolean;
  /** Whether it shows the open question now; one that does not leaves it to the home view. */
  readonly asks?: () => boolean;
  /** What stands on it and can be acted on; the same for as long as the same can be. */
  readonly shows?: () => readonly string[];
};

/** What may cover the right half of the home view. The first one that is open is shown. */
export type Overlay<State> = {
  readonly name: string;
  readonly Panel: ComponentType<SlotProps["overlay"]>;
  readonly isOpen: (state: State) => boolean;
  /** Esc. @returns False when it stays, so that Esc acts on what is below it. */
  readonly close: (state: State) => boolean;
};

/**
 * An overlay that asks yes or no. It opens when no other question is open, and stays until it is
 * answered, put off or gone.
 */
export type Question<State> = Omit<Overlay<State>, "isOpen" | "close"> & {
  /** The subject to ask about next; null: there is nothing to ask. */
  readonly next: (state: State) => string | null;
  /** Whether the question about this subject is still to be answered. */
  readonly isOpen: (state: State, id: string) => boolean;
  readonly answer: (id: string, yes: boolean) => void;
  readonly putOff: (id: string) => void;
  /** Whether a scan of this code answers yes. */
  readonly isAnsweredBy?: (state: State, id: string, code: string) => boolean;
  /** The packer's own key asks it: it makes no sound. */
  readonly isPackersOwn?: boolean;
  /** What of it stands on the screen; by default its subject. */
  readonly shows?: (state: State) => string;
};

/** A key and what it does in its view, wherever the focus is there. */
export type KeyCommand = {
  readonly name: string;
  readonly key: string;
  readonly run: () => void;
  /**
   * Refused until the screen has shown for long enough what it acts on: it prints, buys or cancels.
   */
  readonly waitsForScreen?: boolean;
  /** Refused while a question is open. */
  readonly notWhileAsked?: boolean;
  /**
   * Only while this is true; else the key keeps the meaning it has without it. By default always.
   */
  readonly isOpen?: () => boolean;
};

/** A line of the list of keys. `rank` is its place: a function key's is its number. */
export type KeyLine = { readonly rank: number; readonly key: string; readonly words: ParseKeys };

/** Something to choose from the palette that has no key of its own. */
type Action = { readonly name: string; readonly words: ParseKeys; readonly run: () => void };

/** Something that the palette found. `id` is unique among all that features find. */
export type Found = {
  readonly id: string;
  readonly text: string;
  readonly detail: string;
  readonly run: () => void;
};

/**
 * What a feature lets the palette look for. `find` gets at least two characters and returns a few,
 * the best first.
 */
type Finder = {
  readonly title: ParseKeys;
  readonly find: (text: string) => Promise<readonly Found[]>;
};

/**
 * Facts of the core on which something is read again. Everything with `read` is also read when the
 * core comes back.
 */
export type Refetch =
  | { readonly topics: readonly (Topic | LiveTopic)[]; readonly read: () => Promise<void> }
  | { readonly topics: readonly Topic[]; readonly readOne: (subjectID: string) => Promise<void> };

/** The parts of a feature that read the store; `State` is what the feature may see of it. */
export type FeatureParts<State> = {
  readonly views?: readonly View[];
  readonly slots?: SlotParts;
  readonly sections?: readonly SettingsSection[];
  readonly overlays?: readonly Overlay<State>[];
  readonly questions?: readonly Question<State>[];
  readonly commands?: readonly KeyCommand[];
  readonly keyLines?: readonly KeyLine[];
  readonly actions?: readonly Action[];
  readonly finder?: Finder;
  readonly refetchOn?: readonly Refetch[];
  /** Takes files that were dropped anywhere on the window. */
  readonly takeFiles?: (files: readonly File[]) => void;
  /** Called once when the window opens. */
  readonly onStart?: () => void;
  /** What of its state is a fact of the desk too: a change reads the desk again. */
  readonly deskParts?: (state: State) => readonly unknown[];
  /** The sound of a change, or null. */
  readonly soundOf?: (now: State, before: State) => Sound | null;
  /** Connects the feature's own hooks to the store. */
  readonly bind: (store: ReadableStore<State>) => void;
};

export type Feature<Slice extends object> = FeatureParts<SharedState & Slice> & {
  readonly slice: StateCreator<SharedState & Slice, [], [], Slice>;
};

/**
 * What the view that is open at the start does beside being a view: it takes scans and the keys
 * that are left.
 */
export type Home<State, Command extends NamedCommand> = {
  readonly openOrderOf: (state: State) => OpenOrder;
  /** What stands on the screen and can be acted on; the same for as long as the same can be. */
  readonly shows: (state: State) => readonly string[];
  readonly takeCode: (code: string) => void;
  /**
   * Opens the shipment of this number, which no scan has asked for: the number is neither an item
   * nor an answer.
   */
  readonly openNumber: (number: number) => void;
  /**
   * Whether another order may take its place without a word: nothing is open, or what is open is
   * done.
   */
  readonly isFree: (state: State) => boolean;
  /** Acts on a control barcode, whichever view is open. @returns False when the code is none. */
  readonly takeControl: (code: string) => boolean;
  readonly clearFailure: () => void;
  /** Esc when nothing covers it. */
  readonly back: () => void;
  readonly commandFor: (pressed: PressedKey, now: Situation) => Command | null;
  readonly run: (command: Command) => void;
  /** The digit that chooses, and may turn out to have been typed; see lib/lone-digit.ts. */
  readonly digit: {
    /**
     * The digit that has just been pressed, with what was chosen before it; null when it chose
     * nothing.
     */
    readonly pressed: (text: string, at: number) => LoneDigit | null;
    /** The digit with what is chosen now. */
    readonly withChoice: (digit: LoneDigit) => LoneDigit;
    /** Chooses again what was chosen before the digit. */
    readonly takeBack: (digit: LoneDigit) => void;
  };
};
