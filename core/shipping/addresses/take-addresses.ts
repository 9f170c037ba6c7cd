/** Saves those addresses of a file that are not in the address book yet. */
import type { WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { hasDuplicate, indexAddresses, isDuplicate } from "./address-book.ts";
import { makeAddress, type ResolvedPlace } from "./address.ts";
import type { AddressInput } from "./addresses.schema.ts";
import { freeShortName } from "./addresses.service.ts";
import * as store from "./addresses.store.ts";

/** A checked address with its location. */
type Checked = { readonly input: AddressInput; readonly place: ResolvedPlace };

/**
 * Saves checked addresses. Skips an address that the book, or an earlier line of the file, has
 * already: the same person at the same address, with the same words. Needs an open transaction. The
 * new addresses are indexed together at the end, since each indexing makes a segment of the index.
 *
 * @param of.workMs Takes no further address after this time, but always at least one. Indexing
 * takes additional time.
 * @returns `n`: addresses that were saved or skipped; `added`: saved addresses among them.
 */
export function takeAddresses(
  deps: WriteDeps,
  actor: Actor,
  addresses: readonly Checked[],
  of: { readonly isRecipient: boolean; readonly workMs: number },
): { readonly n: number; readonly added: number } {
  const until = performance.now() + of.workMs;
  const fresh: store.AddressRow[] = [];
  let n = 0;
  for (const { input, place } of addresses) {
    const shortName =
      of.isRecipient || input.shortName !== ""
        ? input.shortName
        : freeShortName(deps, actor.organizationID, input.name);
    const row = makeAddress(deps, actor, { ...input, shortName }, place, {
      isRecipient: of.isRecipient,
      isSaved: true,
    });
    if (!fresh.some((other) => isDuplicate(other, row)) && !hasDuplicate(deps.db, row)) {
      store.insertAddress(deps.db, row);
      fresh.push(row);
    }
    n += 1;
    if (performance.now() >= until) break;
  }
  while (fresh.length > 0 && indexAddresses(deps));
  return { n, added: fresh.length };
}
