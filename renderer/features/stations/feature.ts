/**
 * The stations of an organization: joining, the list of stations, conflicts, invitations. A section
 * of Settings.
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
      group: "organization",
      rank: 97,
      title: "stations.title",
      Icon: Network,
      Screen: lazyScreen(async () => (await import("./Stations.tsx")).Stations),
      needsPerson: () => (useStations.getState().sync?.conflicts.length ?? 0) > 0,
      // A join code is a secret; Pack would show the code in large letters as an unknown order.
      opensFor: isJoinCode,
      takeCode: (code) =>
        useStations
          .getState()
          .takeJoinCode(code, /^(alone|cut off)$/.test(useStations.getState().sync?.state ?? "")),
    },
  ],
  // Every `read` is also called when the core runs again, so this one needs no topic.
  refetchOn: [{ topics: [], read: () => useStations.getState().noteStart() }],
} as const satisfies Feature<StationsSlice>;
