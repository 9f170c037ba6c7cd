/** Tables of products, and of the contents of bought parcels. */
import { LATEST, type RoomTables } from "../../db/tables.ts";

export const PRODUCTS_TABLES: RoomTables = {
  synced: {
    products: { merge: "fields", latest: LATEST, exported: {} },
    product_barcodes: { merge: "fields", latest: LATEST, exported: {} },
    product_settings: { merge: "fields", latest: LATEST, exported: {} },
  },
  station: { packed_contents: {} },
};
