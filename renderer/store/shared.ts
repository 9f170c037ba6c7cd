/**
 * State that every feature may read in addition to its own: the station's facts, what is open, the
 * settings, the print jobs, the other stations.
 */
import type { StateCreator } from "zustand";
import { createBoundStore } from "./bound-store.ts";
import { createAnnouncingSlice, type AnnouncingSlice } from "./announcing.slice.ts";
import { createDeskSlice, type DeskSlice } from "./desk.slice.ts";
import { createDraftsSlice, type DraftsSlice } from "./drafts.slice.ts";
import { createLinkSlice, type LinkSlice } from "./link.slice.ts";
import { createMarketplacesSlice, type MarketplacesSlice } from "./marketplaces.slice.ts";
import { createNavigationSlice, type NavigationSlice } from "./navigation.slice.ts";
import { createPrintJobsSlice, type PrintJobsSlice } from "./print-jobs.slice.ts";
import { createScalesSlice, type ScalesSlice } from "./scales.slice.ts";
import { createSettingsSlice, type SettingsSlice } from "./settings.slice.ts";
import { createSignInSlice, type SignInSlice } from "./sign-in.slice.ts";
import { createSyncSlice, type SyncSlice } from "./sync.slice.ts";

export type SharedState = AnnouncingSlice &
  DeskSlice &
  DraftsSlice &
  LinkSlice &
  MarketplacesSlice &
  NavigationSlice &
  SettingsSlice &
  PrintJobsSlice &
  ScalesSlice &
  SignInSlice &
  SyncSlice;

/** Combines the shared slices. Applies the stored settings to the page. */
export const createShared: StateCreator<SharedState> = (...args) => ({
  ...createSettingsSlice(...args),
  ...createAnnouncingSlice(...args),
  ...createDeskSlice(...args),
  ...createDraftsSlice(...args),
  ...createLinkSlice(...args),
  ...createMarketplacesSlice(...args),
  ...createNavigationSlice(...args),
  ...createPrintJobsSlice(...args),
  ...createScalesSlice(...args),
  ...createSignInSlice(...args),
  ...createSyncSlice(...args),
});

/** Hook that reads the shared part of the store; outside of components: `useShared.getState()`. */
export const useShared = createBoundStore<SharedState>();
