/** The tracking page of a test parcel, by the link in its shipment. */
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";

export const getTrackingPage = endpoint({
  id: "getTrackingPage",
  method: "GET",
  path: "/tracking/:shipmentID/:signature",
  tag: "Shipments",
  summary: "The tracking page of a test parcel, by the trackingUrl of its shipment.",
  access: "open",
  shape: "bytes",
  media: ["text/html"],
  params: z.object({ shipmentID: z.string(), signature: z.string() }),
  errors: ["E2046"],
  answer: z.unknown(),
});
