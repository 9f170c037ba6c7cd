/**
 * Contract between a feature and the window: its views, its slice of the store, its commands with
 * their keys, and the topics on which it reads again. Each feature exports one such object from its
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

/** A key that opens a view from everywhere, also while a field has the focus. */
type ViewKey = {
  readonly key: `Ctrl+${string}`;
  /** Words of the key in the list of keys. */
  readonly words: ParseKeys;
  /** Other words by which the palette finds the view; not shown. */
  readonly alsoFoundBy?: ParseKeys;
  /** Opens the view, or shows why it cannot be opened now. */
  readonly run: () => void;
};

/**
 * An entry of the rail and its screen. The home view handles what the view itself does not handle.
 */
export type View = {
  readonly name: string;
  readonly title: ParseKeys;
  readonly Icon: LucideIcon;
  readonly Screen: Screen;
  /** Whether the rail leaves the view out; the palette still lists it. */
  readonly offRail?: boolean;
  /** Whether the view fills the window, without the rail and the status bar. */
  readonly isAlone?: boolean;
  readonly opener?: ViewKey;
  /** The view's keys while it is open. Enter acts only while nothing or a choice has the focus. */
  readonly commands?: readonly KeyCommand[];
  readonly keyLines?: readonly KeyLine[];
  /** Handles a code while the view is open. @returns false when the code is for the home view. */
  readonly takeCode?: (code: string) => boolean;
  /** Handles Esc. @returns false when the view has no step back; the home view opens then. */
  readonly back?: () => boolean;
  /** Returns whether the view shows the open question now; otherwise the home view shows it. */
  readonly asks?: () => boolean;
  /**
   * Names the content of the view on which keys and presses act; changes only when that content
   * does.
   */
  readonly shows?: () => readonly string[];
};

/** A panel that may cover the right half of the home view. The first open panel is shown. */
export type Overlay<State> = {
  readonly name: string;
  readonly Panel: ComponentType<SlotProps["overlay"]>;
  readonly isOpen: (state: State) => boolean;
  /**
   * Handles Esc.
   *
   * @returns false when the panel stays open, so that Esc acts on what is below it.
   */
  readonly close: (state: State) => boolean;
};

/**
 * An overlay that asks yes or no. The question opens when no other question is open, and stays
 * until it is answered, put off or obsolete.
 */
export type Question<State> = Omit<Overlay<State>, "isOpen" | "close"> & {
  /** The subject to ask about next; null when there is nothing to ask. */
  readonly next: (state: State) => string | null;
  /** Returns whether the question about this subject is still unanswered. */
  readonly isOpen: (state: State, id: string) => boolean;
  readonly answer: (id: string, yes: boolean) => void;
  readonly putOff: (id: string) => void;
  /** Returns whether a scan of this code answers yes. */
  readonly isAnsweredBy?: (state: State, id: string, code: string) => boolean;
  /** Whether the packer's own key opened the question; the question then makes no sound. */
  readonly isPackersOwn?: boolean;
  /** Describes what the question shows; by default its subject. */
  readonly shows?: (state: State) => string;
};

/** A key and its command in a view, wherever the focus is in that view. */
export type KeyCommand = {
  /** Unique among the commands of all features. */
  readonly name: string;
  readonly key: string;
  readonly run: () => void;
  /**
   * Refused until the screen has shown the command's subject long enough. For commands that print,
   * buy or cancel.
   */
  readonly waitsForScreen?: boolean;
  /** Refused while a question is open. */
  readonly notWhileAsked?: boolean;
  /**
   * Returns whether the command is available; if not, the key acts as without the command. Without
   * this function the command is always available.
   */
  readonly isOpen?: () => boolean;
};

/** A line of the key list. `rank` is the line's position; for a function key its number. */
export type KeyLine = { readonly rank: number; readonly key: string; readonly words: ParseKeys };

/** An action in the palette that has no key. */
type Action = { readonly name: string; readonly words: ParseKeys; readonly run: () => void };

/** A search result in the palette. `id` is unique among the results of all features. */
export type Found = {
  readonly id: string;
  readonly text: string;
  readonly detail: string;
  readonly run: () => void;
};

/**
 * A feature's search for the palette. `find` gets at least two characters and returns a few
 * results, the best first.
 */
type Finder = {
  readonly title: ParseKeys;
  readonly find: (text: string) => Promise<readonly Found[]>;
};

/**
 * Topics of the core on which something is read again. Entries with `read` are also read when the
 * core comes back.
 */
export type Refetch =
  | { readonly topics: readonly (Topic | LiveTopic)[]; readonly read: () => Promise<void> }
  | { readonly topics: readonly Topic[]; readonly readOne: (subjectID: string) => Promise<void> };

/**
 * Parts of a feature that read the store; `State` is the part of the store that the feature may
 * see.
 */
export type FeatureParts<State> = {
  readonly views?: readonly View[];
  readonly slots?: SlotParts;
  readonly sections?: readonly SettingsSection[];
  readonly overlays?: readonly Overlay<State>[];
  readonly questions?: readonly Question<State>[];
  /** Keys of the home view; other views have only their own. */
  readonly commands?: readonly KeyCommand[];
  readonly keyLines?: readonly KeyLine[];
  readonly actions?: readonly Action[];
  readonly finder?: Finder;
  readonly refetchOn?: readonly Refetch[];
  /** Takes files that were dropped anywhere on the window. */
  readonly takeFiles?: (files: readonly File[]) => void;
  /** Called once when the window opens. */
  readonly onStart?: () => void;
  /**
   * Parts of the feature's state that also change the station's facts: a change reads the facts
   * again.
   */
  readonly deskParts?: (state: State) => readonly unknown[];
  /** Returns the sound for a change, or null. */
  readonly soundOf?: (now: State, before: State) => Sound | null;
  /** Connects the feature's hooks to the store. */
  readonly bind: (store: ReadableStore<State>) => void;
};

export type Feature<Slice extends object> = FeatureParts<SharedState & Slice> & {
  readonly slice: StateCreator<SharedState & Slice, [], [], Slice>;
};

/** Tasks that only the home view has: it handles scans, and all keys that nothing else handles. */
export type Home<State, Command extends NamedCommand> = {
  readonly openOrderOf: (state: State) => OpenOrder;
  /** Names the content on which keys and presses act; changes only when that content does. */
  readonly shows: (state: State) => readonly string[];
  /** @param isScan Whether the scanner sent the code while the home view was open. */
  readonly takeCode: (code: string, isScan: boolean) => void;
  /**
   * Opens the shipment with this number without a scan: the number counts neither as an item nor as
   * an answer.
   */
  readonly openNumber: (number: number) => void;
  /** Opens the first waiting order; without one the list of waiting orders stays open. */
  readonly openFirstWaiting: () => Promise<void>;
  /**
   * Returns whether another order may replace the open one without a question: nothing is open, or
   * the open order is done.
   */
  readonly isFree: (state: State) => boolean;
  /** Handles a control barcode in any view. @returns false when the code is no control barcode. */
  readonly takeControl: (code: string) => boolean;
  readonly clearFailure: () => void;
  /** Handles Esc when nothing covers the home view. */
  readonly back: () => void;
  readonly commandFor: (pressed: PressedKey, now: Situation) => Command | null;
  readonly run: (command: Command) => void;
  /** A digit that chooses an offer and may turn out to be typing; see lib/lone-digit.ts. */
  readonly digit: {
    /**
     * Returns the digit that was just pressed with the previous choice; null when the digit chose
     * nothing.
     */
    readonly pressed: (text: string, at: number) => LoneDigit | null;
    /** Returns the digit with the current choice. */
    readonly withChoice: (digit: LoneDigit) => LoneDigit;
    /** Restores the choice that was made before the digit. */
    readonly restoreChoice: (digit: LoneDigit) => void;
  };
};
