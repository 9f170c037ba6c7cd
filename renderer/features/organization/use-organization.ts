/**
 * The part of the store that the organization's forms use: the shared state and their own slice.
 */
import { createBoundStore } from "../../store/bound-store.ts";
import type { SharedState } from "../../store/shared.ts";
import type { OrganizationSlice } from "./organization.slice.ts";

/** Hook that reads this part of the store; outside of components: `useOrganization.getState()`. */
export const useOrganization = createBoundStore<SharedState & OrganizationSlice>();
