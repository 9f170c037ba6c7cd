/** How an organization uses its products. */
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { productSettingsID } from "./product-ids.ts";
import type { ProductSettings } from "./products.schema.ts";
import * as store from "./products.store.ts";
import { noteChanged } from "./write-product.ts";

/** Reads how the organization uses its products. */
export function readProductSettings(
  { db }: ReadDeps,
  { organizationID }: Pick<Actor, "organizationID">,
): ProductSettings {
  const row = store.findProductSettings(db, productSettingsID(organizationID));
  return { stopsUnusualWeight: row?.stopsWeight === 1 };
}

/** Changes how the organization uses its products, at all stations. */
export function updateProductSettings(
  deps: WriteDeps,
  actor: Actor,
  change: { readonly stopsUnusualWeight?: boolean | undefined },
): ProductSettings {
  return inTransaction(deps, () => {
    const { organizationID } = actor;
    const id = productSettingsID(organizationID);
    const { stopsUnusualWeight } = { ...readProductSettings(deps, actor), ...change };
    const fields = { updatedAt: deps.now(), stopsWeight: stopsUnusualWeight === true ? 1 : 0 };
    if (store.findProductSettings(deps.db, id) === undefined)
      store.insertProductSettings(deps.db, { id, organizationID, ...fields });
    else store.updateProductSettings(deps.db, id, fields);
    noteChanged(deps, actor);
    return readProductSettings(deps, actor);
  });
}
