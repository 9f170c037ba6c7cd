/** Labels by their signed links, and as a picture for the desk's screen. */
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { DENSITIES, type Dpi } from "./labels.schema.ts";

const dpiQuery = z.object({ dpi: z.coerce.number().catch(203).transform((n): Dpi => DENSITIES.find((d) => d === n) ?? 203) });

export const downloadLabel = endpoint({
  id: "downloadLabel",
  method: "GET",
  path: "/labels/:shipmentID/:file",
  tag: "Labels",
  summary: "Download a label by the link in its shipment: .pdf, .zpl, .png (dpi=203, 300 or 600) or .html.",
  access: "open",
  shape: "bytes",
  media: ["application/pdf", "application/zpl", "image/png", "text/html"],
  params: z.object({ shipmentID: z.string(), file: z.string() }),
  query: dpiQuery,
  errors: ["E2020", "E2021", "E2045", "E2055"],
  answer: z.unknown(),
});

export const getLabelPicture = endpoint({
  id: "getLabelPicture",
  method: "GET",
  path: "/station/labels/:shipmentID/picture",
  tag: "Station",
  summary: "A bought label as a PNG in a data URL.",
  access: "member",
  shape: "one",
  params: z.object({ shipmentID: z.string() }),
  query: dpiQuery,
  errors: ["E1051", "E2020", "E2045", "E2055"],
  answer: z.object({ dataURL: z.string() }),
});
