/** The Labels view: pictures of the layouts, and settings of new labels. */
import { Tag } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { createLabelsSlice, type LabelsSlice } from "./labels.slice.ts";
import { useLabels } from "./use-labels.ts";

export const labels = {
  slice: createLabelsSlice,
  bind: useLabels.bind,
  views: [
    {
      name: "labels",
      title: "app.view.labels",
      Icon: Tag,
      Screen: lazyScreen(async () => (await import("./Labels.tsx")).Labels),
    },
  ],
} as const satisfies Feature<LabelsSlice>;
