/** The part of the store that Announcements uses: the shared state and its own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { AnnouncementsSlice } from "./announcements.slice.ts";

/** Hook that reads this part of the store; outside of components: `useAnnouncements.getState()`. */
export const useAnnouncements = createBoundStore<SharedState & AnnouncementsSlice>();
