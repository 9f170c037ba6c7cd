/** /station/sign-in and /station/badges */
import type { Actor } from "../../http/actor.ts";
import { errors } from "../../base/errors.ts";
import { serve, type Route } from "../route.ts";
import { changePin, drawBadgeCard, listBadges, makeBadge, revokeBadge } from "./badges.service.ts";
import type { DeskSession } from "./desk-session.ts";
import { writeLockMinutes } from "./sign-in-settings.ts";
import * as api from "./sign-in.api.ts";

/** Creates the routes of signing in at this desk's window, and of badges. */
export const signInRoutes = (session: DeskSession): readonly Route[] => [
  serve(api.getSignIn, () => session.read()),
  serve(
    api.signIn,
    ({ actor }, { body }) => {
      requireDesk(actor);
      return session.signIn(body.badge, body.pin);
    },
    { repeat: "again" },
  ),
  serve(api.lockDesk, ({ actor }) => {
    requireDesk(actor);
    return session.lock();
  }),
  serve(api.noteActivity, ({ actor }) => {
    requireDesk(actor);
    return session.noteActivity();
  }),
  serve(
    api.approveAct,
    ({ actor }, { body }) => {
      requireDesk(actor);
      return session.approve(body);
    },
    { repeat: "again" },
  ),
  serve(api.recoverSignIn, ({ actor }, { body }) => {
    requireDesk(actor);
    return session.recover(body.recoveryKey);
  }),
  serve(api.updateSignIn, ({ deps }, { body }) => {
    writeLockMinutes(deps.settings, body.lockAfterMinutes);
    return session.read();
  }),
  serve(api.listBadges, ({ deps, actor }) => ({ list: listBadges(deps, actor) })),
  serve(
    api.makeBadge,
    async ({ deps, actor }, { body }) => {
      const badge = await makeBadge(deps, actor, body);
      if (actor.via === "desk" && actor.signIn === undefined) session.beginWith(badge);
      return badge;
    },
    { repeat: "again" },
  ),
  serve(api.revokeBadge, ({ deps, actor }, { params }) => revokeBadge(deps, actor, params.badgeID)),
  serve(api.setMemberPin, async ({ deps, actor }, { params, body }) => ({
    list: await changePin(deps, actor, params.userID, body.pin),
  })),
  serve(api.drawBadgeCard, ({ deps }, { body }) => drawBadgeCard(deps, body)),
];

/** @throws AppError E1055 for a program: badges are scanned at the desk alone. */
function requireDesk(actor: Actor): void {
  if (actor.via !== "desk") throw errors.notAuthorised("Only the desk's window signs people in.");
}
