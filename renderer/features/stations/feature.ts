/**
 * The stations of an organization: joining them, who is there, what needs a person, letting others
 * in. A section of Settings.
 */
import { Network } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { createStationsSlice, isJoinCode, type StationsSlice } from "./stations.slice.ts";
import { useStations } from "./use-stations.ts";

export const stations = {
  slice: createStationsSlice,
  bind: useStations.bind,
  sections: [
    {
      name: "stations",
      rank: 97,
      title: "stations.title",
      Icon: Network,
      Screen: lazyScreen(async () => (await import("./Stations.tsx")).Stations),
      needsPerson: () => (useStations.getState().sync?.conflicts.length ?? 0) > 0,
      // It is a secret: on Pack it would be shown in large letters as an order that nobody has.
      opensFor: isJoinCode,
      takeCode: (code) =>
        useStations
          .getState()
          .takeJoinCode(code, /^(alone|cut off)$/.test(useStations.getState().sync?.state ?? "")),
    },
  ],
  // No fact: the core runs again.
  refetchOn: [{ topics: [], read: () => useStations.getState().noteStart() }],
} as const satisfies Feature<StationsSlice>;
