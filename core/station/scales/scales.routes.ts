/** /station/scales: routes of scales and serial scanners. */
import type { Actor } from "../../http/actor.ts";
import { errors } from "../../base/errors.ts";
import { serve, type Route } from "../route.ts";
import * as api from "./scales.api.ts";
import type { Scales } from "./scales.service.ts";
import { streamScale } from "./stream-scale.ts";

/** Creates the routes of the desk's scales. */
export const scaleRoutes = (scales: Scales): readonly Route[] => [
  serve(api.listScales, () => ({ list: [...scales.list()] })),
  serve(api.findScales, () => scales.find()),
  serve(api.createScale, (_context, { body }) => scales.add(body)),
  serve(api.updateScale, (_context, { params, body }) => scales.change(params.id, body)),
  serve(api.deleteScale, (_context, { params }) => scales.remove(params.id)),
  serve(api.weighParcel, (_context, { params }) => scales.weigh(params.id)),
  serve(api.takeWeight, (_context, { params, body }) => scales.take(params.id, body.grams)),
  serve(api.streamScale, ({ deps, actor, reauthenticate }, { params }) => {
    if (actor.via === "desk")
      throw errors.badRequest("The desk's window gets its events over IPC. Ask with a token.");
    return {
      bytes: streamScale(deps, scales, { actor, reauthenticate }, params.id),
      type: "text/event-stream; charset=utf-8",
    };
  }),
  serve(api.takeScannedCodes, ({ actor }) => {
    requireDesk(actor);
    return { codes: scales.takeCodes() };
  }),
];

/** @throws AppError E1055 for a program: what a packer scans is for the window alone. */
function requireDesk(actor: Actor): void {
  if (actor.via !== "desk")
    throw errors.notAuthorised("Only the desk's window takes scanned codes.");
}
