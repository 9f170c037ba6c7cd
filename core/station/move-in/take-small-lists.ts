/** Takes the lists that come whole: organization, members, districts, templates, webhooks, accounts. */
import { isAppError } from "../../base/errors.ts";
import { fold } from "../../base/text.ts";
import { createWebhook } from "../../fulfilment/webhooks/webhooks.service.ts";
import { fillOrganization, inviteMember } from "../../organizations/moved-organization.ts";
import { insertMovedAccount } from "../../shipping/accounts/moved-accounts.ts";
import { writeMovedTemplate } from "../../shipping/parcels/moved-templates.ts";
import type { MovedKind } from "./move-in.schema.ts";
import { findAlias, writeAlias } from "./district-aliases.store.ts";
import * as store from "./move-in.store.ts";
import { ALIKE, leftOut, TAKEN, type Moving, type RowKind, type Taken } from "./moving.ts";
import {
  accountRow,
  districtRow,
  memberRow,
  organizationRow,
  templateRow,
  webhookRow,
} from "./read-rows.ts";

export const organization: RowKind = {
  kind: "organization",
  path: () => "/organizations",
  isPaged: false,
  isOptional: true,
  take({ deps, actor }, entry) {
    const row = organizationRow.safeParse(entry).data;
    if (row === undefined) return leftOut("unreadable");
    return fillOrganization(deps, actor.organizationID, row) ? TAKEN : ALIKE;
  },
};

export const members: RowKind = {
  kind: "members",
  path: () => "/members",
  isPaged: false,
  isOptional: true,
  take({ deps, actor }, entry) {
    const row = memberRow.safeParse(entry).data;
    if (row === undefined) return leftOut("unreadable");
    return inviteMember(deps, actor.organizationID, row) ? TAKEN : ALIKE;
  },
};

/** Districts of Turkey: their ids there become aliases of ours. */
export const districts: RowKind = {
  kind: "districts",
  path: () => "/districts?countryCode=TR",
  isPaged: false,
  isOptional: true,
  take({ deps, accountID }, entry) {
    const row = districtRow.safeParse(entry).data;
    if (row === undefined) return leftOut("unreadable");
    const cityCode = deps.geo.findCity("TR", { code: row.cityCode })?.cityCode ?? "";
    const ours = deps.geo.findDistrict("TR", cityCode, { name: row.name });
    // An address in an unknown district asks a person; a district without addresses asks nobody.
    if (ours === undefined) return leftOut("elsewhere");
    const of = { accountID, cityCode, alias: row.districtID };
    if (findAlias(deps.db, of) === ours.districtID) return ALIKE;
    writeAlias(deps.db, { ...of, districtID: ours.districtID });
    return TAKEN;
  },
};

export const templates: RowKind = {
  kind: "templates",
  path: () => "/parceltemplates",
  isPaged: false,
  isOptional: true,
  take(moving, entry) {
    const row = templateRow.safeParse(entry).data;
    if (row === undefined) return leftOut("unreadable");
    return once(moving, "templates", row.id, row.updatedAt, (isTaken) => {
      const { length, width, height, weight, ...rest } = row;
      const template = {
        ...rest,
        organizationID: moving.actor.organizationID,
        length: length ?? 0,
        width: width ?? 0,
        height: height ?? 0,
        weight: weight ?? 0,
      };
      const result = writeMovedTemplate(moving.deps, template, isTaken);
      return result === "elsewhere" ? leftOut("elsewhere") : { result };
    });
  },
};

/** Webhooks: inactive and with new secrets, so that no receiver is called twice. */
export const webhooks: RowKind = {
  kind: "webhooks",
  path: () => "/webhook",
  isPaged: false,
  isOptional: true,
  take(moving, entry) {
    const { deps, actor } = moving;
    const row = webhookRow.safeParse(entry).data;
    if (row === undefined) return leftOut("unreadable");
    // A changed webhook is not taken again: a person may have changed and switched on ours.
    return once(moving, "webhooks", row.id, "", () => {
      const { url, headerName, format } = row;
      try {
        createWebhook(
          deps,
          { ...actor, role: "admin", via: "desk" },
          { type: "TRACK_UPDATED", url, headerName, headerValue: "", format, isActive: false },
        );
        return TAKEN;
      } catch (error) {
        if (isAppError(error, "webhookUrlNotAllowed")) return leftOut("url");
        if (isAppError(error, "badRequest")) return leftOut("unreadable");
        throw error;
      }
    });
  },
};

/** Agreements with carriers: their names; a person enters the secrets. */
export const accounts: RowKind = {
  kind: "accounts",
  path: () => "/provideraccounts",
  isPaged: false,
  isOptional: true,
  take(moving, entry) {
    const { deps, actor, accountID } = moving;
    const row = accountRow.safeParse(entry).data;
    if (row === undefined) return leftOut("unreadable");
    return once(moving, "accounts", row.id, "", () => {
      const { id, providerCode, name } = row;
      const { organizationID } = actor;
      const result = insertMovedAccount(deps, { id, organizationID, providerCode, name });
      if (result === "elsewhere") return leftOut("elsewhere");
      store.insertQuestion(deps.db, {
        accountID,
        kind: "account",
        key: id,
        text:
          name === "" || fold(name) === fold(providerCode)
            ? providerCode
            : `${name} (${providerCode})`,
      });
      return { result };
    });
  },
};

/** Takes a row unless it was taken in this version. `isTaken`: it was taken in another version. */
function once(
  { deps, accountID }: Moving,
  kind: MovedKind,
  id: string,
  version: string,
  take: (isTaken: boolean) => Taken,
): Taken {
  const key = { accountID, kind, id };
  const known = store.findVersion(deps.db, key);
  if (known === version) return ALIKE;
  const taken = take(known !== undefined);
  if (taken.result !== "leftOut") store.writeVersion(deps.db, { ...key, version, place: "" });
  return taken;
}
