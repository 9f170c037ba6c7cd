/**
 * Tracking: the board of parcels by step, with parcels that need attention first, and a parcel's
 * route on a map.
 */
import { Route } from "lucide-react";
import type { Feature } from "../../store/feature.ts";
import { lazyScreen } from "../../ui/lazy-screen.ts";
import { ParcelWaySlot } from "./ParcelWaySlot.tsx";
import { actOnChosen, askToHandle, stepBack } from "./tracking-commands.ts";
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
          run: actOnChosen,
          waitsForScreen: true,
          notWhileAsked: true,
        },
        { name: "trackingHandle", key: "F9", run: askToHandle, notWhileAsked: true },
      ],
      keyLines: [
        { rank: 0, key: "↑ ↓ · Enter", words: "tracking.keys.parcel" },
        { rank: 0.5, key: "← →", words: "tracking.keys.columns" },
        { rank: 4, key: "F4", words: "tracking.keys.act" },
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
      Icon: Route,
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
