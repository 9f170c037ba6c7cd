/**
 * Labels in Settings: settings of new labels, pictures of the layouts, and a day's manifests.
 */
import { Tag } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { createLabelsSlices, useLabels, type LabelsSlices } from "./use-labels.ts";

export const labels = {
  slice: createLabelsSlices,
  bind: useLabels.bind,
  sections: [
    {
      name: "labels",
      group: "carriers",
      rank: 52,
      title: "labels.title",
      Icon: Tag,
      Screen: lazyScreen(async () => (await import("./Labels.tsx")).Labels),
    },
  ],
} as const satisfies Feature<LabelsSlices>;
