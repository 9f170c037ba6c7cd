/**
 * Route of a parcel in the detail of its shipment. The code is loaded when a detail first needs it,
 * without delaying the detail.
 */
import { Suspense } from "react";
import type { SlotProps } from "../../store/slots.tsx";
import { lazyPart } from "../../ui/lazy-screen.ts";

type WayOf = SlotProps["parcelWay"];

const DetailWay = lazyPart<WayOf>(async () => (await import("./DetailWay.tsx")).DetailWay);

/** Shows the parcel's route. @param shipmentID Id of a bought shipment. */
export function ParcelWaySlot(props: WayOf) {
  return (
    <Suspense fallback={props.hasScans ? <div style={{ height: "17.5rem" }} /> : null}>
      <DetailWay {...props} />
    </Suspense>
  );
}
