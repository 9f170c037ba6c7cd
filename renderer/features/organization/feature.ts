/**
 * The organization's sender, names, balance and members: sections of Settings, and steps of the
 * first start.
 */
import type { Feature } from "../../store/feature.ts";
import { lazyPart, lazyScreen } from "../../ui/lazy-screen.ts";
import { createOrganizationSlice, type OrganizationSlice } from "./organization.slice.ts";
import { useOrganization } from "./use-organization.ts";

export const organization = {
  slice: createOrganizationSlice,
  bind: useOrganization.bind,
  slots: { setUpStep: [lazyPart(async () => (await import("./SetUpForms.tsx")).SetUpForms)] },
  sections: [
    {
      name: "organization",
      parts: ["sender", "names"],
      group: "organization",
      rank: 10,
      title: "organization.section",
      Screen: lazyScreen(
        async () => (await import("./OrganizationSettings.tsx")).OrganizationSettings,
      ),
    },
    {
      name: "balance",
      group: "organization",
      rank: 20,
      title: "organization.balance.title",
      Screen: lazyScreen(async () => (await import("./BalanceSettings.tsx")).BalanceSettings),
    },
    {
      name: "members",
      group: "organization",
      rank: 30,
      title: "members.title",
      Screen: lazyScreen(async () => (await import("./Members.tsx")).Members),
    },
    {
      name: "badges",
      group: "organization",
      rank: 35,
      title: "badges.title",
      Screen: lazyScreen(async () => (await import("./Badges.tsx")).Badges),
    },
  ],
  actions: [
    {
      name: "signIn.lock",
      words: "signIn.lockNow",
      run: () => void useOrganization.getState().lock(),
    },
  ],
  deskParts: ({ sender }) => [sender],
} as const satisfies Feature<OrganizationSlice>;
