/** Labels by their signed links, and as a picture for the desk's screen. */
import { z } from "zod";
import { AppError } from "../base/errors.ts";
import type { Deps } from "../deps.ts";
import { route, type Bytes, type Route } from "../http/route.ts";
import { findShipmentRow, getShipmentRow, type ShipmentRow } from "../shipments/shipments.service.ts";
import { isLink } from "./label-links.ts";
import { getLabelFile, getLabelModel } from "./labels.service.ts";
import { DENSITIES, type Dpi } from "./labels.schema.ts";
import { labelPage } from "./label-page.ts";

const dpiQuery = z.object({ dpi: z.coerce.number().catch(203).transform((n): Dpi => DENSITIES.find((d) => d === n) ?? 203) });
const LINK = /^([\w-]{10,64})\.(pdf|zpl|png|html)$/;

export const labelRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/labels/:shipmentID/:file",
    tag: "Labels",
    summary: "Download a label by the link that a shipment tells: .pdf, .zpl, .png (dpi=203, 300 or 600) or .html.",
    access: "open",
    shape: "bytes",
    params: z.object({ shipmentID: z.string(), file: z.string() }),
    query: dpiQuery,
    errors: ["E2020", "E2021", "E2045"],
    answer: z.unknown(),
    run: ({ deps }, { params, query }) => download(deps, params.shipmentID, params.file, query.dpi),
  }),
  route({
    method: "GET",
    path: "/station/labels/:shipmentID/picture",
    tag: "Station",
    summary: "A bought label as a PNG in a data URL.",
    access: "member",
    shape: "one",
    params: z.object({ shipmentID: z.string() }),
    query: dpiQuery,
    errors: ["E1051", "E2020", "E2045"],
    answer: z.object({ dataURL: z.string() }),
    run: async ({ deps, actor }, { params: { shipmentID }, query }) => {
      requireInForce(getShipmentRow(deps, actor, shipmentID));
      const png = await getLabelFile(deps, shipmentID, "png", query.dpi);
      return { dataURL: `data:image/png;base64,${Buffer.from(png).toString("base64")}` };
    },
  }),
];

/** A refunded label is not to be put on a parcel: the carrier would refuse it, or charge for it. */
function requireInForce(shipment: ShipmentRow | undefined): void {
  if (shipment?.status === "CANCELED" && shipment.barcode !== "") throw new AppError("E2045");
}

async function download(deps: Deps, shipmentID: string, file: string, dpi: Dpi): Promise<Bytes> {
  const [, signature, extension] = LINK.exec(file) ?? [];
  if (signature === undefined || !isLink(deps.db, "label", shipmentID, signature)) throw new AppError("E2021");
  requireInForce(findShipmentRow(deps, shipmentID));
  switch (extension) {
    case "pdf":
      return { bytes: await getLabelFile(deps, shipmentID, "pdf", dpi), type: "application/pdf", fileName: "label.pdf" };
    case "zpl":
      return { bytes: await getLabelFile(deps, shipmentID, "zpl", dpi), type: "application/zpl", fileName: "label.zpl" };
    case "png":
      return { bytes: await getLabelFile(deps, shipmentID, "png", dpi), type: "image/png", fileName: "label.png" };
    default:
      return labelPage(getLabelModel(deps, shipmentID), await getLabelFile(deps, shipmentID, "png", 300));
  }
}
