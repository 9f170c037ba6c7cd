/**
 * Routes of labels: signed links, files, pictures and previews, layouts, and QR codes for the
 * screen.
 */
import { errors } from "../base/errors.ts";
import type { WriteDeps } from "../db/deps.ts";
import type { LabelDeps } from "./deps.ts";
import { LABEL_MEDIA } from "../db/documents/media.schema.ts";
import { type Bytes } from "../http/route.ts";
import { serve, type Route } from "./route.ts";
import {
  findShipmentRow,
  getShipmentRow,
  type ShipmentRow,
} from "../shipping/shipments/shipments.service.ts";
import { isLink } from "../shipping/shipments/signed-links.ts";
import { labelPage } from "./label-page.ts";
import * as api from "./labels.api.ts";
import {
  getLabelDocument,
  getLabelModel,
  getLabelPicture,
  type LabelPicture,
} from "./labels.service.ts";
import { listLayouts, previewLabel } from "./preview-label.ts";

const LINK = /^([\w-]{10,64})\.(pdf|zpl|png|html)$/;

export const labelRoutes: readonly Route[] = [
  serve(api.downloadLabel, ({ deps }, { params, query }) => download(deps, params, query)),
  serve(
    api.getLabelPicture,
    async (
      { deps, actor },
      {
        params: { shipmentID },
        query: { dpi, widthMm = LABEL_MEDIA.widthMm, heightMm = LABEL_MEDIA.heightMm },
      },
    ) => {
      requireInForce(getShipmentRow(deps, actor, shipmentID));
      const png = await getLabelPicture(deps, shipmentID, { paper: { widthMm, heightMm }, dpi });
      return { dataURL: `data:image/png;base64,${Buffer.from(png).toString("base64")}` };
    },
  ),
  serve(api.getLabelFile, async ({ deps, actor }, { params: { shipmentID } }) => {
    const row = getShipmentRow(deps, actor, shipmentID);
    requireInForce(row);
    const { bytes } = await getLabelDocument(deps, shipmentID, {
      language: "PDF",
      dpi: 300,
      media: LABEL_MEDIA,
    });
    return { bytes, type: "application/pdf", fileName: `label-${row.number}.pdf` };
  }),
  serve(api.listLabelLayouts, ({ deps }) => listLayouts(deps)),
  serve(
    api.drawQrCode,
    async ({ deps }, { body }) => {
      const { columns, cells } = await deps.labels.qrCode(body.text);
      return { columns, cells: cells.map((isDark) => (isDark ? "1" : "0")).join("") };
    },
    { repeat: "again" },
  ),
  serve(api.previewLabel, ({ deps, actor }, { body }) => previewLabel(deps, actor, body), {
    repeat: "again",
  }),
];

/** Rejects a cancelled label, because the carrier would refuse the parcel or charge for it. */
function requireInForce(shipment: ShipmentRow | undefined): void {
  if (shipment?.status === "CANCELED" && shipment.barcode !== "") throw errors.labelCancelled();
}

async function download(
  deps: WriteDeps & Pick<LabelDeps, "labels" | "files" | "connections">,
  { shipmentID, file }: { readonly shipmentID: string; readonly file: string },
  { paper: media, dpi }: LabelPicture,
): Promise<Bytes> {
  const [, signature, extension] = LINK.exec(file) ?? [];
  if (signature === undefined || !isLink(deps.db, "label", shipmentID, signature))
    throw errors.labelLinkInvalid();
  requireInForce(findShipmentRow(deps, shipmentID));
  switch (extension) {
    case "pdf":
      return {
        bytes: (await getLabelDocument(deps, shipmentID, { language: "PDF", dpi, media })).bytes,
        type: "application/pdf",
        fileName: "label.pdf",
      };
    case "zpl":
      return {
        bytes: (await getLabelDocument(deps, shipmentID, { language: "ZPL", dpi, media })).bytes,
        type: "application/zpl",
        fileName: "label.zpl",
      };
    case "png":
      return {
        bytes: await getLabelPicture(deps, shipmentID, { paper: media, dpi }),
        type: "image/png",
        fileName: "label.png",
      };
    default:
      return labelPage(
        getLabelModel(deps, shipmentID),
        media,
        await getLabelPicture(deps, shipmentID, { paper: media, dpi: 300 }),
      );
  }
}
