/** Tables of carrier accounts. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const ACCOUNTS_TABLES: RoomTables = {
  synced: {
    provider_accounts: {
      merge: "fields",
      latest: LATEST,
      namedBy: ["provider_account_id"],
      exported: { as: "carrier_accounts", leaves: ["secrets"] },
    },
  },
};
