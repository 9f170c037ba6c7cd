/**
 * First start of a station: a page that opens automatically on the first run if there is no sender,
 * and a section of Settings that leads to the page.
 */
import { ListChecks } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { FIRST_START_VIEW } from "../../store/navigation.slice.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { createFirstStartSlice, type FirstStartSlice } from "./first-start.slice.ts";
import { useFirstStart } from "./use-first-start.ts";

export const setup = {
  slice: createFirstStartSlice,
  bind: useFirstStart.bind,
  views: [
    {
      name: FIRST_START_VIEW,
      title: "firstStart.title",
      Icon: ListChecks,
      offRail: true,
      isAlone: true,
      Screen: lazyScreen(async () => (await import("./FirstStart.tsx")).FirstStart),
    },
  ],
  sections: [
    {
      name: "setUp",
      group: "desk",
      rank: 110,
      title: "firstStart.title",
      Screen: lazyScreen(async () => (await import("./FirstStart.tsx")).FirstStartWay),
    },
  ],
  onStart: () => void useFirstStart.getState().beginByItself(),
} as const satisfies Feature<FirstStartSlice>;
