/** Tables of addresses and of the address book. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const ADDRESSES_TABLES: RoomTables = {
  synced: {
    addresses: {
      merge: "fields",
      latest: LATEST,
      namedBy: ["default_sender_address_id", "default_return_address_id", "invoice_address_id"],
      exported: {},
      personal: {
        short_name: "",
        name: "",
        email: "",
        phone: "",
        address1: "",
        address2: "",
        street_name: "",
        state: "",
        zip: "",
        // Not personal; reset so that an erased address is no longer offered.
        is_active: 0,
      },
    },
  },
  station: { address_book: {}, address_book_search: {}, address_uses: {}, unindexed_addresses: {} },
};
