/** POST /station/shipments/:id/tracking: scans that a person or a program enters. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";
import { parcelWaySchema } from "../../shipping/board/board.schema.ts";
import { scansInputSchema } from "./scans.schema.ts";

export const enterScans = endpoint({
  id: "enterScans",
  method: "POST",
  path: "/station/shipments/:shipmentID/tracking",
  tag: "Station",
  summary:
    "Enter scans of a live parcel, and the tracking number that its carrier gave later. The same scan is recorded once; if one scan is refused, none is recorded.",
  access: "admin",
  audited: { kind: "data", act: "changed" },
  shape: "one",
  params: z.object({ shipmentID: z.string() }),
  body: scansInputSchema,
  errors: ["E1051", "E2175", "E2176", "E2177"],
  answer: parcelWaySchema,
});
