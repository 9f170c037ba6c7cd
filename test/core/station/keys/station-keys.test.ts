import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { readCredentials } from "../../../../core/shipping/accounts/accounts.service.ts";
import type { ProviderAccount } from "../../../../core/shipping/accounts/accounts.schema.ts";
import type { StoredSecrets } from "../../../../core/station/keys/keys.schema.ts";
import type { Webhook } from "../../../../core/fulfilment/webhooks/webhooks.schema.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";
import { headlessStations } from "../../../helpers/headless.ts";
import { station, type Station } from "../../../helpers/station.ts";
import { smallDisk, whyNoDisk } from "../../../helpers/small-disk.ts";

const noDisk = whyNoDisk();
const PATH = "/station/secrets";
const ACCOUNT = {
  providerCode: "YURTICI",
  name: "Yurtiçi sözleşmem",
  username: "ornek",
  password: "cok-gizli",
};

const read = async (s: Station): Promise<StoredSecrets> =>
  (await s.desk<StoredSecrets>("GET", PATH)).data;
const link = async (s: Station): Promise<string> =>
  (await s.call<ProviderAccount>("POST", "/provideraccounts", ACCOUNT)).body.data.id;
const passwordOf = (s: Station, id: string): string =>
  readCredentials(s.core.deps, s.started.organizationID, id).password;

/**
 * Starts a station with an account and a webhook, reads its recovery key, and opens the same folder
 * again without its key file.
 */
async function lost(
  change: (dataDir: string) => void = (dataDir) => rmSync(join(dataDir, "secrets.key")),
): Promise<{ s: Station; id: string; recoveryKey: string; dataDir: string }> {
  const dataDir = temporaryFolder();
  const first = await station({ dataDir });
  const id = await link(first);
  await first.call("POST", "/webhook", {
    type: "TRACK_UPDATED",
    url: "https://erp.ornek.test/hook",
    headerName: "X-Key",
    headerValue: "gizli-baslik",
  });
  const { recoveryKey } = (
    await first.desk<{ recoveryKey: string }>("POST", `${PATH}/recovery-key`)
  ).data;
  await first.stop();
  change(dataDir);
  return { s: await station({ dataDir }), id, recoveryKey, dataDir };
}

describe("the key of the stored secrets", () => {
  it("the key is created with the first secret and can then be shown as a recovery key, and the list names secrets without their values", async () => {
    const s = await station();
    expect(await read(s)).toEqual({ kind: "file", state: "none", advice: "", sealed: [] });
    await link(s);
    const found = await read(s);
    expect(found).toEqual({
      kind: "file",
      state: "ok",
      advice: "",
      sealed: [{ kind: "account", name: ACCOUNT.name, organization: expect.any(String) as string }],
    });
    expect(JSON.stringify(found)).not.toContain("cok-gizli");
    const shown = await s.desk<{ recoveryKey: string }>("POST", `${PATH}/recovery-key`);
    expect([shown.status, shown.data.recoveryKey.length]).toEqual([200, 65]);
  });

  it("a key that is not lost cannot be replaced (E2106), and no file is renamed", async () => {
    const s = await station();
    await link(s);
    const { recoveryKey } = (await s.desk<{ recoveryKey: string }>("POST", `${PATH}/recovery-key`))
      .data;
    const before = readdirSync(s.dataDir).toSorted();
    const answers = [
      await s.desk("POST", `${PATH}/recover`, { recoveryKey }),
      await s.desk("POST", `${PATH}/forget`),
    ];
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [409, "E2106"],
      [409, "E2106"],
    ]);
    expect(readdirSync(s.dataDir).toSorted()).toEqual(before);
  });
});

describe("a station whose key is lost", () => {
  it("the station keeps working, names the lost secrets and what to do, and reads them once the recovery key is typed", async () => {
    const { s, id, recoveryKey, dataDir } = await lost();
    const found = await read(s);
    expect([found.state, found.sealed.map(({ kind, name }) => [kind, name])]).toEqual([
      "lost",
      [
        ["account", ACCOUNT.name],
        ["webhook", "https://erp.ornek.test/hook"],
      ],
    ]);
    expect(found.advice).toContain("recovery key");
    expect((await s.desk("POST", `${PATH}/recovery-key`)).code).toBe("E2050");
    expect(() => passwordOf(s, id)).toThrow(expect.objectContaining({ code: "E2050" }));

    const typed = recoveryKey.toLowerCase().replaceAll("-", " ");
    expect(
      (await s.desk<StoredSecrets>("POST", `${PATH}/recover`, { recoveryKey: typed })).data,
    ).toMatchObject({ state: "ok", advice: "" });
    expect(passwordOf(s, id)).toBe("cok-gizli");
    await s.stop();
    const again = await station({ dataDir });
    expect([passwordOf(again, id), (await read(again)).state]).toEqual(["cok-gizli", "ok"]);
  });

  it("a different key is refused, and a damaged key file is renamed when the right key is typed", async () => {
    const { s, id, recoveryKey, dataDir } = await lost((folder) =>
      writeFileSync(join(folder, "secrets.key"), "coffee was here"),
    );
    const other = await station();
    await link(other);
    const otherKey = (await other.desk<{ recoveryKey: string }>("POST", `${PATH}/recovery-key`))
      .data.recoveryKey;
    const wrong = [
      otherKey,
      recoveryKey.replace(/.$/, (digit) => (digit === "0" ? "8" : "0")),
      "hello",
    ];
    for (const text of wrong)
      expect(await s.desk("POST", `${PATH}/recover`, { recoveryKey: text })).toMatchObject({
        status: 400,
        code: "E2105",
      });
    expect(readFileSync(join(dataDir, "secrets.key"), "utf8")).toBe("coffee was here");
    expect((await s.desk("POST", `${PATH}/recover`, { recoveryKey })).status).toBe(200);
    expect(passwordOf(s, id)).toBe("cok-gizli");
    expect(
      readdirSync(dataDir).filter((name) => name.startsWith("secrets.key.before-")),
    ).toHaveLength(1);
  });

  it("deleting the secrets switches off their accounts and webhooks, and the next secret has a new key", async () => {
    const { s, id, recoveryKey } = await lost();
    expect((await s.desk<StoredSecrets>("POST", `${PATH}/forget`)).data).toEqual({
      kind: "file",
      state: "none",
      advice: "",
      sealed: [],
    });
    const [account] = (await s.call<ProviderAccount[]>("GET", "/provideraccounts")).body.data;
    const [webhook] = (await s.call<Webhook[]>("GET", "/webhook")).body.data;
    expect([account?.id, account?.isActive, webhook?.url, webhook?.isActive]).toEqual([
      id,
      false,
      "https://erp.ornek.test/hook",
      false,
    ]);
    const next = await link(s);
    expect([passwordOf(s, next), (await read(s)).state]).toEqual(["cok-gizli", "ok"]);
    expect(
      (await s.desk<{ recoveryKey: string }>("POST", `${PATH}/recovery-key`)).data.recoveryKey,
    ).not.toBe(recoveryKey);
  });

  it("the recovery key is accepted when a folder or a broken link is in the place of the key file", async () => {
    for (const put of [
      (file: string) => mkdirSync(file),
      (file: string) => symlinkSync("nowhere", file),
    ]) {
      const { s, id, recoveryKey, dataDir } = await lost((folder) => {
        rmSync(join(folder, "secrets.key"));
        put(join(folder, "secrets.key"));
      });
      expect(
        await s.desk("POST", `${PATH}/recover`, {
          recoveryKey: recoveryKey.replaceAll("-", "\u2013"),
        }),
      ).toMatchObject({ status: 200, data: { state: "ok" } });
      expect([
        passwordOf(s, id),
        readdirSync(dataDir).filter((name) => name.startsWith("secrets.key.before-")).length,
      ]).toEqual(["cok-gizli", 1]);
    }
  });

  it(
    "deleting the secrets succeeds when it is repeated after the station ended in the middle of it, even with a damaged key file",
    { tags: "all" },
    async () => {
      const { s: first, dataDir } = await lost((folder) =>
        writeFileSync(join(folder, "secrets.key"), "coffee was here"),
      );
      await first.stop();
      const ends = (point: string): void => {
        if (point === "secrets.putAside") throw new Error("the station ended here");
      };
      const s = await station({ dataDir, world: { faultPoint: ends } });
      expect((await s.desk("POST", `${PATH}/forget`)).status).toBe(500);
      await s.stop();
      const again = await station({ dataDir });
      expect((await read(again)).state).toBe("lost");
      expect((await again.desk<StoredSecrets>("POST", `${PATH}/forget`)).data).toMatchObject({
        state: "none",
        sealed: [],
      });
      expect(passwordOf(again, await link(again))).toBe("cok-gizli");
    },
  );

  it.each([
    ["that it was typed", "recover", "recoverSecrets"],
    ["that the secrets were deleted", "forget", "forgetSecrets"],
  ])(
    "the audit log records that the recovery key was shown and %s, without the key itself",
    async (_what, path, operation) => {
      const { s, recoveryKey } = await lost();
      await s.desk("POST", `${PATH}/${path}`, path === "recover" ? { recoveryKey } : undefined);
      const { list } = (await s.desk<{ list: { operation: string }[] }>("GET", "/station/audit"))
        .data;
      expect(list.map((entry) => entry.operation)).toEqual(
        expect.arrayContaining([operation, "showRecoveryKey"]),
      );
      expect(JSON.stringify(list)).not.toContain(recoveryKey.slice(0, 11));
    },
  );

  it.skipIf(noDisk !== undefined)(
    "a recovery key typed on a full disk is E2036 and creates no key file, and the recovery key is accepted once the disk has space",
    async () => {
      const disk = smallDisk(64);
      const dataDir = join(disk.folder, "data");
      const first = await station({ dataDir });
      const id = await link(first);
      const { recoveryKey } = (
        await first.desk<{ recoveryKey: string }>("POST", `${PATH}/recovery-key`)
      ).data;
      await first.stop();
      rmSync(join(dataDir, "secrets.key"));
      const s = await station({ dataDir });
      disk.fill();
      expect(await s.desk("POST", `${PATH}/recover`, { recoveryKey })).toMatchObject({
        code: "E2036",
      });
      expect(existsSync(join(dataDir, "secrets.key"))).toBe(false);
      disk.free();
      expect((await s.desk("POST", `${PATH}/recover`, { recoveryKey })).status).toBe(200);
      expect(passwordOf(s, id)).toBe("cok-gizli");
      await s.stop();
    },
  );
});

describe("starting with a recovery key in a file", () => {
  const stations = headlessStations();
  afterEach(() => stations.killAll());

  it(
    "the start takes the recovery key from a file, and a mistyped key or a missing file ends the start with the reason",
    { tags: "all" },
    async () => {
      const dataDir = temporaryFolder();
      const first = await station({ dataDir });
      const id = await link(first);
      const { recoveryKey } = (
        await first.desk<{ recoveryKey: string }>("POST", `${PATH}/recovery-key`)
      ).data;
      await first.stop();
      renameSync(join(dataDir, "secrets.key"), join(dataDir, "gone"));
      const paper = join(temporaryFolder(), "paper.txt");
      writeFileSync(
        paper,
        `${recoveryKey.replace(/^./, (digit) => (digit === "0" ? "8" : "0"))}\n`,
      );
      expect((await stations.refused(dataDir, "--recovery-key-file", paper)).stderr).toContain(
        "a character is wrong or missing",
      );
      expect(
        (await stations.refused(dataDir, "--recovery-key-file", `${paper}.no`)).stderr,
      ).toContain("cannot be read (ENOENT)");
      writeFileSync(paper, `${recoveryKey}\n`);
      const { child } = await stations.serve(dataDir, "--recovery-key-file", paper);
      const closed = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGTERM");
      await closed;
      const s = await station({ dataDir });
      expect(passwordOf(s, id)).toBe("cok-gizli");
    },
  );
});
