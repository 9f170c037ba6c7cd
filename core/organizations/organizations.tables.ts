/** Tables of organizations, their members and their tokens. */
import { LATEST, type RoomTables } from "../db/tables.ts";

export const ORGANIZATIONS_TABLES: RoomTables = {
  synced: {
    organizations: {
      merge: "fields",
      latest: LATEST,
      owner: "itself",
      exported: { as: "organization" },
    },
    members: { merge: "fields", latest: LATEST, namedBy: ["member_id"], exported: {} },
    label_logos: { merge: "once", namedBy: ["label_logo_id"], exported: {} },
    api_tokens: { merge: "fields", latest: LATEST },
  },
  station: { token_uses: {} },
};
