/**
 * The hub's record of an answer to a call with an Idempotency-Key is sealed, so that neither the
 * hub's disk nor the hub's operator can reveal a name.
 */
import { jetstream } from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { afterEach, expect, it } from "vitest";
import { findMeta, writeMeta } from "../../../../core/db/station-meta.ts";
import { sealForOrganization } from "../../../../core/db/sealing/organization-key.ts";
import { KEY_BUCKET } from "../../../../core/sync/hub-names.ts";
import { shareKeys } from "../../../../core/sync/keys/share-keys.ts";
import { bareNats, until, type BareNats } from "../../../helpers/bare-nats.ts";
import { looseStation } from "../../../helpers/loose-stations.ts";

let nats: BareNats | undefined;
afterEach(() => nats?.stop());

it("the hub stores the answer to a call with an Idempotency-Key sealed, and only stations of the organization can read the answer", async () => {
  nats = await bareNats();
  const nc = await nats.connect();
  const kv = await new Kvm(jetstream(nc)).create(KEY_BUCKET);
  const [first, second, stranger] = [looseStation(), looseStation(), looseStation()];
  sealForOrganization(first.deps, { organizationID: "o", table: "t", column: "c", id: "i" }, "");
  writeMeta(
    second.deps.db,
    "organization_key o",
    findMeta(first.deps.db, "organization_key o") ?? "",
  );
  const [a, b, c] = await Promise.all(
    [first, second, stranger].map(({ deps }) => shareKeys(deps, nc, "o")),
  );
  const claim = await a?.claim("key", "hash");
  if (claim?.is !== "first") throw new Error("the first claim is not the first");
  claim.end({ status: 201, body: '{"name":"Ayşe Yılmaz"}' });
  const kept = async (): Promise<string> => {
    const texts: string[] = [];
    for await (const key of await kv.keys()) texts.push((await kv.get(key))?.string() ?? "");
    return texts.join();
  };
  await until("the answer is at the hub", async () => (await kept()).includes("answered"));
  expect(await kept()).not.toMatch(/Ayşe|Y\u0131lmaz|name/);
  expect(await b?.claim("key", "hash")).toEqual({
    is: "answered",
    hash: "hash",
    answer: { status: 201, body: '{"name":"Ayşe Yılmaz"}' },
  });
  expect(await c?.claim("key", "hash")).toEqual({
    is: "answered",
    hash: "hash",
    answer: undefined,
  });
  await nc.close();
}, 30_000);
