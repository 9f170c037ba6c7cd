/**
 * Endpoints of labels: signed links, files, pictures and previews, layouts, and QR codes for the
 * screen.
 */
import { z } from "zod";
import { LABEL_MEDIA, NAMED_MEDIA, type Media } from "../db/documents/media.schema.ts";
import { lengthMmSchema } from "../db/documents/paper-length.schema.ts";
import { endpoint } from "../http/endpoint.ts";
import { DENSITIES, type Dpi } from "./labels.schema.ts";
import {
  labelLayoutSchema,
  labelPreviewSchema,
  previewInputSchema,
  qrCodeSchema,
} from "./preview.schema.ts";

/**
 * Invalid values fall back to 203 dpi and 100 × 150 mm, so that links in other programs keep
 * working.
 */
const paperQuery = z.object({
  dpi: z.coerce
    .number()
    .catch(203)
    .transform((n): Dpi => DENSITIES.find((d) => d === n) ?? 203),
  /**
   * A paper of NAMED_MEDIA, such as "100x100" or "101.6x152.4"; free sizes would let links create
   * an unbounded number of drawn files.
   */
  paper: z
    .string()
    .optional()
    .catch(undefined)
    .transform(
      (text): Media =>
        NAMED_MEDIA.find(({ widthMm, heightMm }) => `${widthMm}x${heightMm}` === text) ??
        LABEL_MEDIA,
    ),
});

/** For the desk's screen; any paper is allowed, since pictures are not stored. */
const pictureQuery = z.object({
  dpi: paperQuery.shape.dpi,
  widthMm: z.coerce.number().pipe(lengthMmSchema).optional(),
  heightMm: z.coerce.number().pipe(lengthMmSchema).optional(),
});

export const downloadLabel = endpoint({
  id: "downloadLabel",
  method: "GET",
  path: "/labels/:shipmentID/:file",
  tag: "Labels",
  summary:
    "Download a label by the link in its shipment: .pdf, .zpl, .png or .html; dpi=203, 300 or 600; paper=100x150 or another paper of labels, in mm.",
  access: "open",
  shape: "bytes",
  media: ["application/pdf", "application/zpl", "image/png", "text/html"],
  params: z.object({ shipmentID: z.string(), file: z.string() }),
  query: paperQuery,
  errors: ["E1072", "E2020", "E2021", "E2045", "E2055", "E2057", "E2058", "E2059"],
  answer: z.unknown(),
});

export const getLabelPicture = endpoint({
  id: "getLabelPicture",
  method: "GET",
  path: "/station/labels/:shipmentID/picture",
  tag: "Station",
  summary:
    "A bought label as a PNG in a data URL, as it is printed on a paper: 100 × 150 mm when no paper is given.",
  access: "member",
  shape: "one",
  params: z.object({ shipmentID: z.string() }),
  query: pictureQuery,
  errors: ["E1051", "E1072", "E2020", "E2045", "E2055", "E2057", "E2058", "E2059"],
  answer: z.object({ dataURL: z.string() }),
});

export const getLabelFile = endpoint({
  id: "getLabelFile",
  method: "GET",
  path: "/station/labels/:shipmentID/label.pdf",
  tag: "Station",
  summary: "A bought label as a PDF of 100 × 150 mm, to send to somebody who prints it.",
  access: "member",
  shape: "bytes",
  media: ["application/pdf"],
  params: z.object({ shipmentID: z.string() }),
  errors: ["E1051", "E1072", "E2020", "E2045", "E2055", "E2057", "E2058", "E2059"],
  answer: z.unknown(),
});

export const listLabelLayouts = endpoint({
  id: "listLabelLayouts",
  method: "GET",
  path: "/station/labels/layouts",
  tag: "Station",
  summary: "The label layouts of this version, and the papers for which each is suitable.",
  access: "member",
  shape: "whole",
  errors: ["E2059"],
  answer: labelLayoutSchema,
});

export const drawQrCode = endpoint({
  id: "drawQrCode",
  method: "POST",
  path: "/station/qr-code",
  tag: "Station",
  summary:
    "The modules of a QR code, for the screen: a code or an address that another device's camera reads.",
  access: "home",
  shape: "one",
  body: z.strictObject({
    text: z
      .string()
      .regex(/^[\x20-\x7e]+$/)
      .max(600),
  }),
  errors: ["E2059"],
  answer: qrCodeSchema,
});

export const previewLabel = endpoint({
  id: "previewLabel",
  method: "POST",
  path: "/station/labels/preview",
  tag: "Station",
  summary:
    "Show a label before it is bought, of a shipment or of sample data: its picture, what is omitted, transliterated or sent to the carrier in another form, and whether it fits.",
  access: "member",
  shape: "one",
  body: previewInputSchema,
  errors: ["E1051", "E1064", "E2020", "E2055", "E2058", "E2059"],
  answer: labelPreviewSchema,
});
