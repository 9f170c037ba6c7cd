/** Draws many labels as one file. */
import type { ReadDeps } from "../../db/deps.ts";
import { setImmediate } from "node:timers/promises";
import { AppError, isAppError, type ErrorCode } from "../../base/errors.ts";
import type { Actor } from "../../http/actor.ts";
import type { FulfilmentDeps } from "../deps.ts";
import { LABEL_MEDIA, type Media } from "../../db/documents/media.schema.ts";
import type { Bytes } from "../../http/route.ts";
import { requireCaller } from "../../http/watch-caller.ts";
import type { Dpi } from "../../labels/labels.schema.ts";
import { getDrawnModel } from "../../labels/labels.service.ts";
import type { PaperBatch } from "../../labels/papers/paper-orders.ts";
import { listShipmentRows, type ShipmentRow } from "../../shipping/shipments/shipments.service.ts";
import { isBought } from "../../shipping/shipments/status-machine.ts";
import { turnOf } from "./paper-turn.ts";
import type { LabelSheet } from "./papers.schema.ts";
import { maySee } from "../../shipping/shipments/may-see.ts";

/** Number of shipments that are checked before other requests get their turn. */
const LOOKED_AT = 25;
/** Number of labels that are read and drawn before other requests get their turn. */
const DRAWN = 5;
/**
 * Highest number of labels on a sheet that is drawn without queueing. Drawing this many takes a
 * third of a second.
 */
const MOST_SMALL = 40;

/**
 * Paper of each label. Office printers have 600 dpi, so one dot at 300 dpi is two dots of the
 * printer. These printers leave a margin of 4.2 mm, so on A4 a label is a little smaller than A6.
 */
const PAPERS: Readonly<Record<LabelSheet["paper"], { readonly media: Media; readonly dpi: Dpi }>> =
  {
    label: { media: LABEL_MEDIA, dpi: 203 },
    A4x4: { media: { widthMm: 101, heightMm: 144 }, dpi: 300 },
  };

/**
 * Draws the labels of shipments as one PDF, which is not stored.
 *
 * @param isGone Whether the caller has disconnected: drawing stops then.
 * @throws AppError that names the shipments: E1051 for invisible shipments, E2020 for shipments
 * without a label, E2045 for cancelled, E2055 for erased shipments, and E1072, E2057 or E2058 for a
 * label that cannot be drawn on this paper. After an error the answer has no labels at all.
 */
export async function drawLabelSheet(
  deps: Pick<FulfilmentDeps, "db" | "now" | "labels">,
  actor: Actor,
  { shipmentIDs, paper, startAt, cutMarks }: LabelSheet,
  isGone: () => Promise<boolean>,
): Promise<Bytes> {
  const ids = [...new Set(shipmentIDs)];
  await requireLabels(deps, actor, ids);
  const order = {
    kind: "labels",
    title: `Labels: ${ids.length}`,
    madeAt: deps.now(),
    sheet: paper === "label" ? null : { startAt, hasCutMarks: cutMarks },
  } as const;
  const bytes = await deps.labels.paper(
    order,
    () => labelsOf(deps, ids, { paper: PAPERS[paper], isGone }),
    ids.length > MOST_SMALL ? turnOf(actor, isGone) : undefined,
  );
  await requireLabels(deps, actor, ids); // a shipment may have been cancelled or erased meanwhile
  return { bytes, type: "application/pdf", fileName: "labels.pdf" };
}

async function requireLabels(deps: ReadDeps, actor: Actor, ids: readonly string[]): Promise<void> {
  const faults = new Map<ErrorCode, string[]>();
  for (let i = 0; i < ids.length; i += LOOKED_AT) {
    const asked = ids.slice(i, i + LOOKED_AT);
    const rows = listShipmentRows(deps, asked);
    for (const id of asked) {
      const code = faultOf(actor, rows.get(id));
      if (code !== undefined) faults.set(code, [...(faults.get(code) ?? []), id]);
    }
    await setImmediate();
  }
  const [first] = faults;
  if (first !== undefined) throw named(new AppError(first[0]), first[1]);
}

function faultOf(actor: Actor, row: ShipmentRow | undefined): ErrorCode | undefined {
  if (row?.organizationID !== actor.organizationID || !maySee(actor, row)) return "E1051";
  if (row.barcode === "") return "E2020";
  return row.status === "CANCELED" ? "E2045" : isBought(row.status) ? undefined : "E2020";
}

async function* labelsOf(
  deps: ReadDeps,
  ids: readonly string[],
  {
    paper,
    isGone,
  }: {
    readonly paper: { readonly media: Media; readonly dpi: Dpi };
    readonly isGone: () => Promise<boolean>;
  },
): AsyncGenerator<PaperBatch> {
  for (let i = 0; i < ids.length; i += DRAWN) {
    yield { labels: ids.slice(i, i + DRAWN).map((id) => ({ model: modelOf(deps, id), ...paper })) };
    await requireCaller({ isGone });
  }
}

function modelOf(deps: ReadDeps, id: string): ReturnType<typeof getDrawnModel> {
  try {
    return getDrawnModel(deps, id);
  } catch (error) {
    throw isAppError(error) ? named(error, [id]) : error;
  }
}

const MOST_NAMED = 20;

function named({ code, message, details }: AppError, ids: readonly string[]): AppError {
  const shown = ids.slice(0, MOST_NAMED).join(", ");
  const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : "";
  return new AppError(code, `${message} (shipment ${shown}${more})`, {
    ...details,
    shipmentID: ids[0] ?? "",
  });
}
