/** Page on which a recipient follows a parcel, by the signed link to it. */
import { z } from "zod";
import { endpoint } from "../../http/endpoint.ts";

export const getTrackingPage = endpoint({
  id: "getTrackingPage",
  method: "GET",
  path: "/tracking/:shipmentID/:signature",
  tag: "Shipments",
  summary:
    "The page on which a recipient follows a parcel, by its signed link: the trackingUrl of a test parcel, or the link on the packing slip of a real parcel.",
  access: "open",
  shape: "bytes",
  media: ["text/html"],
  params: z.object({ shipmentID: z.string(), signature: z.string() }),
  errors: ["E2046"],
  answer: z.unknown(),
});
