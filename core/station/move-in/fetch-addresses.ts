/**
 * Reads addresses that shipments name by id only and that no list has: senders and return addresses
 * that were deleted there.
 */
import { z } from "zod";
import { isUuid } from "../../base/ids.ts";
import { sameID } from "../../base/wire.ts";
import { findAddressAnywhere } from "../../shipping/addresses/moved-addresses.ts";
import type { Moving } from "./moving.ts";
import { addressRow } from "./read-rows.ts";

const id = z.string().refine(isUuid).transform(sameID).optional().catch(undefined);
const namedSchema = z.object({
  senderAddressID: id,
  senderAddress: z.unknown().optional(),
  returnAddressID: id,
});
/** Addresses that one page may need; a company has some dozens. */
const MOST_AT_ONCE = 200;
/** Addresses whose answers are kept. */
const MOST_KEPT = 5_000;

/** Reads the missing addresses of a page into `moving.fetched`. */
export async function fetchAddresses(
  moving: Moving,
  rows: readonly unknown[],
  signal: AbortSignal,
): Promise<void> {
  const { deps, fetched, read } = moving;
  const ids = new Set(
    rows.flatMap((row) => {
      const named = namedSchema.safeParse(row).data;
      if (named === undefined) return [];
      const sender = (named.senderAddress ?? null) === null ? named.senderAddressID : undefined;
      const back =
        named.returnAddressID === named.senderAddressID ? undefined : named.returnAddressID;
      return [sender, back].filter((one) => one !== undefined);
    }),
  );
  const missing = [...ids].filter(
    (one) => !fetched.has(one) && findAddressAnywhere(deps, one) === undefined,
  );
  if (fetched.size > MOST_KEPT) fetched.clear();
  for (const one of missing.slice(0, MOST_AT_ONCE)) {
    const answer = await read(`/addresses/${encodeURIComponent(one)}`, signal);
    if (answer.outcome !== "done") return;
    const { value } = answer;
    fetched.set(
      one,
      value.result === "done" ? addressRow.safeParse(value.value["data"]).data : undefined,
    );
  }
}
