/** The store as Settings sees it: the shared state and its own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { SettingsViewSlice } from "./settings.slice.ts";

/** The shared state and the state of Settings, as a hook and by getState(). */
export const useSettingsView = createBoundStore<SharedState & SettingsViewSlice>();
