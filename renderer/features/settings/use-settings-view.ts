/** The part of the store that Settings uses: the shared state and its own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { SettingsViewSlice } from "./settings.slice.ts";

/** Hook that reads this part of the store; outside of components: `useSettingsView.getState()`. */
export const useSettingsView = createBoundStore<SharedState & SettingsViewSlice>();
