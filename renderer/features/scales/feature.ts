/** Scales and scanners in Settings: set-up, and each one's present state. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { Feature } from "../../store/feature.ts";
import type { SharedState } from "../../store/shared.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";

type NoState = Readonly<Record<never, never>>;

export const scales = {
  slice: () => ({}),
  bind: createBoundStore<SharedState>().bind,
  sections: [
    {
      name: "scales",
      group: "desk",
      rank: 57,
      title: "scales.title",
      Screen: lazyScreen(async () => (await import("./Scales.tsx")).Scales),
    },
  ],
} as const satisfies Feature<NoState>;
