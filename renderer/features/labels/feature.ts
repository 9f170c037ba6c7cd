/** The Labels view: pictures of the layouts, settings of new labels, and a day's manifests. */
import { Tag } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { createLabelsSlices, useLabels, type LabelsSlices } from "./use-labels.ts";

export const labels = {
  slice: createLabelsSlices,
  bind: useLabels.bind,
  views: [
    {
      name: "labels",
      title: "app.view.labels",
      Icon: Tag,
      Screen: lazyScreen(async () => (await import("./Labels.tsx")).Labels),
    },
  ],
} as const satisfies Feature<LabelsSlices>;
