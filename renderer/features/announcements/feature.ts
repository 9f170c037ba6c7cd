/** Announcements, for the lead: which labels their carriers know, and files for carriers. */
import { Package } from "lucide-react";
import { ANNOUNCEMENTS_VIEW } from "../../store/announcing.slice.ts";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import {
  accountInHand,
  createAnnouncementsSlice,
  toSend,
  type AnnouncementsSlice,
} from "./announcements.slice.ts";
import { useAnnouncements } from "./use-announcements.ts";

/** Pause after each read, ms: a person notices no faster updates. */
const PACE_MS = 1_000;

export const announcements = {
  slice: createAnnouncementsSlice,
  bind: useAnnouncements.bind,
  views: [
    {
      name: ANNOUNCEMENTS_VIEW,
      title: "app.view.announcements",
      Icon: Package,
      offRail: true,
      Screen: lazyScreen(async () => (await import("./Announcements.tsx")).Announcements),
      commands: [
        {
          name: "announceNow",
          key: "F2",
          run: () => void useAnnouncements.getState().sendWaiting(),
          isOpen: () => toSend(accountInHand(useAnnouncements.getState())) > 0,
          waitsForScreen: true,
          notWhileAsked: true,
        },
      ],
      keyLines: [
        { rank: 0.5, key: "Enter", words: "announcements.keys.correct" },
        { rank: 2, key: "F2", words: "announcements.keys.now" },
      ],
      shows: () => [accountInHand(useAnnouncements.getState())?.accountID ?? ""],
    },
  ],
  refetchOn: [
    {
      topics: ["shipment.changed"],
      async read() {
        const { view, loadAnnouncements } = useAnnouncements.getState();
        if (view !== ANNOUNCEMENTS_VIEW) return;
        await loadAnnouncements();
        await new Promise((resolve) => setTimeout(resolve, PACE_MS));
      },
    },
  ],
} as const satisfies Feature<AnnouncementsSlice>;
