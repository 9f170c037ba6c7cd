/** What the organization needs before its first parcel, as a section of Settings. */
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { createOrganizationSlice, type OrganizationSlice } from "./organization.slice.ts";
import { useOrganization } from "./use-organization.ts";

export const organization = {
  slice: createOrganizationSlice,
  bind: useOrganization.bind,
  slots: { settings: [lazyScreen(async () => (await import("./OrganizationSettings.tsx")).OrganizationSettings)] },
  deskParts: ({ sender }) => [sender],
} as const satisfies Feature<OrganizationSlice>;
