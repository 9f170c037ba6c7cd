/**
 * Tracking: the board of parcels by step, with parcels that need attention first, and a parcel's
 * route on a map.
 */
import { Route } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { ParcelWaySlot } from "./ParcelWaySlot.tsx";
import { askChosenScan, askToHandle, stepBack, toggleFiles } from "./tracking-commands.ts";
import { createTrackingSlice, type TrackingSlice } from "./tracking.slice.ts";
import { useTracking } from "./use-tracking.ts";

const VIEW = "tracking";
/**
 * Pause after each read of the board, ms: a carrier's daily report brings many scans per second,
 * and a person notices no faster updates.
 */
const PACE_MS = 400;

export const tracking = {
  slice: createTrackingSlice,
  bind: useTracking.bind,
  views: [
    {
      name: VIEW,
      title: "app.view.tracking",
      Icon: Route,
      Screen: lazyScreen(async () => (await import("./Tracking.tsx")).Tracking),
      commands: [
        {
          name: "trackingAct",
          key: "F4",
          run: () => void import("./Tracking.tsx").then(({ actOnChosen }) => actOnChosen()),
          waitsForScreen: true,
          notWhileAsked: true,
        },
        { name: "trackingScan", key: "F7", run: askChosenScan, notWhileAsked: true },
        { name: "trackingFiles", key: "F2", run: toggleFiles, notWhileAsked: true },
        { name: "trackingHandle", key: "F9", run: askToHandle, notWhileAsked: true },
      ],
      keyLines: [
        { rank: 0, key: "↑ ↓ · Enter", words: "tracking.keys.parcel" },
        { rank: 0.5, key: "← →", words: "tracking.keys.columns" },
        { rank: 4, key: "F4", words: "tracking.keys.act" },
        { rank: 2, key: "F2", words: "tracking.files.title" },
        { rank: 7, key: "F7", words: "tracking.hand.title" },
        { rank: 9, key: "F9", words: "tracking.keys.handle" },
      ],
      back: stepBack,
      shows() {
        const { chosenParcel } = useTracking.getState();
        return [chosenParcel?.shipmentID ?? "", chosenParcel?.reason ?? ""];
      },
    },
  ],
  sections: [
    {
      name: "tracking",
      group: "carriers",
      rank: 58,
      title: "tracking.settings.title",
      Screen: lazyScreen(async () => (await import("./TrackingSettings.tsx")).TrackingSettings),
    },
  ],
  slots: {
    parcelWay: [ParcelWaySlot],
  },
  refetchOn: [
    {
      topics: ["tracking.updated", "shipment.changed"],
      async read() {
        if (useTracking.getState().view !== VIEW) return;
        await useTracking.getState().loadBoard();
        await new Promise((resolve) => setTimeout(resolve, PACE_MS));
      },
    },
  ],
} as const satisfies Feature<TrackingSlice>;
