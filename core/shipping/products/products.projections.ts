/** Publishes that other stations have changed products. */
import type { ReadDeps } from "../../db/deps.ts";
import type { Projection } from "../../db/projection.ts";
import { findBarcode, findProduct, findProductSettings } from "./products.store.ts";
import { noteChanged } from "./write-product.ts";

/** One fact for an organization reads all its products again. */
const ORGANIZATION = { reads: ["organization_id"] };

export const publishForeignProducts: Projection = {
  tables: {
    products: ORGANIZATION,
    product_barcodes: ORGANIZATION,
    product_settings: ORGANIZATION,
  },
  when: "end",
  subject: ({ id, fields }) => String(fields["organization_id"] ?? id),
  run(deps, rows) {
    const organizations = new Set(
      rows.map(({ table, id }) => organizationOf(deps, table, id)?.organizationID ?? ""),
    );
    organizations.delete("");
    for (const organizationID of organizations) noteChanged(deps, { organizationID });
  },
};

function organizationOf({ db }: ReadDeps, table: string, id: string) {
  if (table === "products") return findProduct(db, id);
  return table === "product_barcodes" ? findBarcode(db, id) : findProductSettings(db, id);
}
