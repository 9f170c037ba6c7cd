/**
 * First start of a station: a section of Settings, which opens automatically on the first run if
 * there is no sender.
 */
import { ListChecks } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { createFirstStartSlice, type FirstStartSlice } from "./first-start.slice.ts";
import { useFirstStart } from "./use-first-start.ts";

export const setup = {
  slice: createFirstStartSlice,
  bind: useFirstStart.bind,
  sections: [
    {
      name: "setUp",
      group: "desk",
      rank: 110,
      title: "firstStart.title",
      Icon: ListChecks,
      Screen: lazyScreen(async () => (await import("./FirstStart.tsx")).FirstStart),
    },
  ],
  onStart: () => void useFirstStart.getState().beginByItself(),
} as const satisfies Feature<FirstStartSlice>;
