/** Labels in Settings: settings of new labels, and pictures of the layouts. */
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { createLabelsSlice, type LabelsSlice } from "./labels.slice.ts";
import { useLabels } from "./use-labels.ts";

export const labels = {
  slice: createLabelsSlice,
  bind: useLabels.bind,
  sections: [
    {
      name: "labels",
      group: "carriers",
      rank: 52,
      title: "labels.title",
      Screen: lazyScreen(async () => (await import("./Labels.tsx")).Labels),
    },
  ],
} as const satisfies Feature<LabelsSlice>;
