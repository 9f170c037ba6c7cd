/** The watched folder of this desk in Settings: its folder, its state, and its last files. */
import { createBoundStore } from "../../store/bound-store.ts";
import type { Feature } from "../../store/feature.ts";
import { useShared, type SharedState } from "../../store/shared.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";

type NoState = Readonly<Record<never, never>>;

export const folder = {
  slice: () => ({}),
  bind: createBoundStore<SharedState>().bind,
  sections: [
    {
      name: "orderFolder",
      group: "desk",
      rank: 59,
      title: "orderFolder.title",
      Screen: lazyScreen(async () => (await import("./OrderFolder.tsx")).OrderFolderSettings),
      needsPerson() {
        const { desk } = useShared.getState();
        return desk.step === "ready" && desk.facts.folderProblems > 0;
      },
    },
  ],
} as const satisfies Feature<NoState>;
