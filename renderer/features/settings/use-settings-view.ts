/** The store as Settings see it: the shared state and their own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { SettingsViewSlice } from "./settings.slice.ts";

/** The shared state and that of Settings, as a hook and by getState(). */
export const useSettingsView = createBoundStore<SharedState & SettingsViewSlice>();
