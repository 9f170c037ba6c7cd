import { describe, expect, it } from "vitest";
import { readCredentials } from "../../../../core/shipping/accounts/accounts.service.ts";
import type { ProviderAccount } from "../../../../core/shipping/accounts/accounts.schema.ts";
import { dropMetas, HUB_ORGANIZATION, writeMeta } from "../../../../core/db/station-meta.ts";
import {
  findOrganizationKey,
  isSealedForOrganization,
  openForOrganization,
  sealForOrganization,
} from "../../../../core/db/sealing/organization-key.ts";
import { createOrganizationSecrets } from "../../../../core/sync/organization-secrets.ts";
import { createCurve } from "@nats-io/nkeys";
import type { Webhook } from "../../../../core/fulfilment/webhooks/webhooks.schema.ts";
import { looseStation } from "../../../helpers/loose-stations.ts";
import { receiver } from "../../../helpers/receiver.ts";
import { station, temporaryFolder } from "../../../helpers/station.ts";

const AT = { organizationID: "o", table: "webhooks", column: "signing_secret", id: "w" };

describe("a secret of an organization", () => {
  it("a secret opens only in the row and column it was sealed for, and only with its organization's key", () => {
    const { deps } = looseStation();
    const sealed = sealForOrganization(deps, AT, "gizli");
    expect([
      openForOrganization(deps, AT, sealed),
      isSealedForOrganization(sealed),
      sealed.includes("gizli"),
    ]).toEqual(["gizli", true, false]);
    for (const other of [{ id: "v" }, { column: "sealed_header" }, { table: "provider_accounts" }])
      expect(() => openForOrganization(deps, { ...AT, ...other }, sealed)).toThrow(
        expect.objectContaining({ code: "E2050" }) as Error,
      );
    sealForOrganization(deps, { ...AT, organizationID: "p" }, "gizli");
    expect(() => openForOrganization(deps, { ...AT, organizationID: "p" }, sealed)).toThrow(
      expect.objectContaining({ code: "E2050" }) as Error,
    );
    expect(() => openForOrganization(deps, AT, `${sealed.slice(0, -4)}AAA=`)).toThrow(
      expect.objectContaining({ code: "E2050" }) as Error,
    );
  });

  it("a hub's station without the key neither seals nor opens secrets (E2155), and opens them when the key arrives", () => {
    const founder = looseStation().deps;
    const sealed = sealForOrganization(founder, AT, "gizli");
    const joined = looseStation().deps;
    writeMeta(joined.db, HUB_ORGANIZATION, "o");
    expect(() => sealForOrganization(joined, AT, "baska")).toThrow(
      expect.objectContaining({ code: "E2155" }) as Error,
    );
    expect(() => openForOrganization(joined, AT, sealed)).toThrow(
      expect.objectContaining({ code: "E2155" }) as Error,
    );
    writeMeta(
      joined.db,
      "organization_secrets",
      joined.secrets.encrypt(
        JSON.stringify({
          key: findOrganizationKey(founder, "o")?.toString("base64"),
          linkSecret: "l",
        }),
      ),
    );
    expect(openForOrganization(joined, AT, sealed)).toBe("gizli");
  });

  it("founding a hub keeps the secret unchanged, because the hub takes over the station's key", () => {
    const { deps } = looseStation();
    const sealed = sealForOrganization(deps, AT, "gizli");
    createOrganizationSecrets(
      deps,
      deps.secrets.encrypt(new TextDecoder().decode(createCurve().getSeed())),
    ).found("o");
    writeMeta(deps.db, HUB_ORGANIZATION, "o");
    dropMetas(deps.db, "organization_key ");
    expect(openForOrganization(deps, AT, sealed)).toBe("gizli");
  });

  it("a secret that an earlier version sealed for one station is resealed for the organization at the next start", async () => {
    const dataDir = temporaryFolder();
    const r = await receiver();
    const before = await station({ dataDir });
    const { deps } = before.core;
    const { organizationID } = before.started;
    const webhook = (
      await before.call<Webhook & { signingSecret: string }>("POST", "/webhook", {
        url: r.url,
        headerName: "X-Shop",
        headerValue: "42",
      })
    ).body.data;
    const account = (
      await before.call<ProviderAccount>("POST", "/provideraccounts", {
        providerCode: "YURTICI",
        password: "cok-gizli",
      })
    ).body.data;
    deps.db.raw
      .prepare("UPDATE webhooks SET signing_secret = ?, sealed_header = ?, home = ''")
      .run(deps.secrets.encrypt(webhook.signingSecret), deps.secrets.encrypt("42"));
    deps.db.raw
      .prepare("UPDATE provider_accounts SET secrets = ?")
      .run(deps.secrets.encrypt(JSON.stringify({ password: "cok-gizli", parameters: {} })));
    await before.stop();
    const after = await station({ dataDir });
    const { raw, stationID } = after.core.deps.db;
    expect(
      raw
        .prepare(
          "SELECT substr(signing_secret, 1, 3), substr(sealed_header, 1, 3), home FROM webhooks",
        )
        .raw()
        .all(),
    ).toEqual([["o1:", "o1:", stationID]]);
    expect(
      raw.prepare("SELECT substr(secrets, 1, 3) FROM provider_accounts").pluck().all(),
    ).toEqual(["o1:"]);
    expect(readCredentials(after.core.deps, organizationID, account.id).password).toBe("cok-gizli");
    expect(
      (await after.call<{ delivered: boolean }>("PUT", "/webhook", { url: r.url })).body.data
        .delivered,
    ).toBe(true);
    expect(r.calls[0]?.headers["x-shop"]).toBe("42");
    await after.stop();
  });
});
