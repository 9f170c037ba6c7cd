/** The store as the organization's forms see it: the shared state and their own slice. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { OrganizationSlice } from "./organization.slice.ts";

/** The shared state and the organization's, as a hook and by getState(). */
export const useOrganization = createBoundStore<SharedState & OrganizationSlice>();
