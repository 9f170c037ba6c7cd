import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { PolicyError, readPolicy } from "../../../core/base/policy.ts";
import { RESOURCES, temporaryFolder } from "../../helpers/folders.ts";
import { headlessStations } from "../../helpers/headless.ts";
import { station } from "../../helpers/station.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

function policyOf(text: string): string {
  const file = join(temporaryFolder(), "policy.json");
  writeFileSync(file, text);
  return file;
}

const faultOf = (file: string): string => {
  try {
    readPolicy(file);
    return "";
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return error.message;
  }
};

it("a file with every key is read, a missing file sets nothing, and a byte order mark is accepted", () => {
  const whole = {
    updates: {
      enabled: true,
      channel: "beta",
      url: "https://it.example/packbench",
      installAt: "23:30",
    },
    hub: { url: "tls://hub.example:4222", joinCode: "PB1-0123456789ABCDEFGHJK" },
    api: { enabled: true, port: 4800, listen: "0.0.0.0", securePort: 4801 },
    kiosk: true,
    autostart: true,
    backups: { folder: "/srv/backups", keepDays: 30 },
  };
  expect([
    readPolicy(policyOf(JSON.stringify(whole))),
    readPolicy("/nowhere/policy.json"),
    readPolicy(policyOf("\uFEFF{}")),
  ]).toEqual([whole, {}, {}]);
});

it("a broken file is rejected with the line of its fault: invalid JSON, a wrong value, an unknown key", () => {
  expect(faultOf(policyOf('{\n  "kiosk": true,\n  "api": { "port": 48 00 }\n}'))).toMatch(
    /is not valid JSON: line 3\./,
  );
  expect(faultOf(policyOf('{\n  "kiosk": true,\n'))).toMatch(/is not valid JSON: line \d\./);
  expect(
    faultOf(
      policyOf(
        '{\n  "hub": { "url": "nats://hub:1" },\n  "api": {\n    "enabled": true,\n    "port": "4800"\n  }\n}',
      ),
    ),
  ).toMatch(/line 5: api\.port: /);
  expect(faultOf(policyOf('{\n  "kisok": true\n}'))).toMatch(
    /line 2: kisok: there is no such key\. Keys here: updates, hub, api, kiosk, autostart, backups\./,
  );
  expect(faultOf(policyOf('{\n  "api": {\n    "prot": 4800\n  }\n}'))).toMatch(
    /line 3: api\.prot: there is no such key\. Keys here: enabled, port, listen, securePort\./,
  );
  expect(
    faultOf(policyOf('{\n  "backups": {\n    "folder": "backups", "keepDays": 30\n  }\n}')),
  ).toMatch(/line 3: backups\.folder: must be the whole path of a folder/);
  expect(faultOf(policyOf('{\n  "updates": {\n    "installAt": "25:00"\n  }\n}'))).toMatch(
    /line 3: updates\.installAt: must be a time of the day such as "03:00"/,
  );
  expect(faultOf(policyOf('{\n  "backups": { "folder": "/srv/backups" }\n}'))).toMatch(
    /line 2: backups\.keepDays: is missing/,
  );
});

it.each(["en", "tr"])(
  "the example in the guide for IT is a policy with every existing key (%s)",
  (language) => {
    const [, text = ""] =
      /```json\n(.+?)```/s.exec(
        readFileSync(join(RESOURCES, `guides/it.${language}.md`), "utf8"),
      ) ?? [];
    const example = JSON.parse(text) as Record<string, Record<string, unknown>>;
    // The example's backup folder is a Windows path, so a folder of this machine replaces it.
    expect(
      readPolicy(
        policyOf(
          JSON.stringify({
            ...example,
            backups: { ...example["backups"], folder: temporaryFolder() },
          }),
        ),
      ),
    ).toMatchObject({ kiosk: false });
    const keysAt = (value: unknown): string =>
      /Keys here: (.+?)\./.exec(faultOf(policyOf(JSON.stringify(value))))?.[1] ?? "";
    expect(Object.keys(example).join(", ")).toBe(keysAt({ none: 1 }));
    for (const key of ["updates", "hub", "api", "backups"])
      expect(Object.keys(example[key] ?? {}).join(", ")).toBe(
        keysAt({
          [key]: {
            ...example[key],
            ...(key === "backups" ? { folder: temporaryFolder() } : {}),
            none: 1,
          },
        }),
      );
  },
);

it.skipIf(process.platform === "win32")(
  "a file or folder that every user of the machine may change is rejected",
  () => {
    const file = policyOf('{ "kiosk": true }');
    chmodSync(file, 0o666);
    expect(faultOf(file)).toContain(`chmod o-w "${file}"`);
    const folder = join(temporaryFolder(), "open");
    mkdirSync(folder);
    writeFileSync(join(folder, "policy.json"), "{}");
    chmodSync(folder, 0o777);
    expect(faultOf(join(folder, "policy.json"))).toContain(`chmod o-w "${folder}"`);
  },
);

it("the policy overrides the command line and the desk's settings, and cannot be changed at the desk", async () => {
  const s = await station({
    port: 0,
    policyFile: policyOf('{ "api": { "enabled": false, "securePort": 4900 } }'),
  });
  expect(s.started.url).toBeNull();
  const read = await s.desk("GET", "/station/api-access");
  expect(read.data).toMatchObject({
    chosen: { enabled: false, securePort: 4900 },
    setByPolicy: ["enabled", "securePort"],
    url: null,
  });
  expect(
    await s.desk("PUT", "/station/api-access", {
      enabled: true,
      port: 4747,
      listen: "",
      securePort: 4900,
    }),
  ).toMatchObject({ status: 409, code: "E2121" });
  expect(
    await s.desk("PUT", "/station/api-access", {
      enabled: false,
      port: 4999,
      listen: "",
      securePort: 4900,
    }),
  ).toMatchObject({ status: 200, data: { chosen: { enabled: false, port: 4999 } } });
});

it("the port set at the desk applies at the next start, and a later change needs a restart", async () => {
  const dataDir = temporaryFolder();
  const free = await freePort();
  const first = await station({ dataDir });
  expect(
    await first.desk("PUT", "/station/api-access", {
      enabled: true,
      port: free,
      listen: "",
      securePort: free + 1,
    }),
  ).toMatchObject({ status: 200 });
  await first.stop();
  const second = await station({ dataDir, port: undefined });
  expect([second.url, (await second.desk("GET", "/station/api-access")).data]).toMatchObject([
    `http://127.0.0.1:${free}/api/v1`,
    { needsRestart: false },
  ]);
  expect(
    (
      await second.desk("PUT", "/station/api-access", {
        enabled: false,
        port: free,
        listen: "",
        securePort: free + 1,
      })
    ).data,
  ).toMatchObject({ needsRestart: true });
});

it(
  "the headless station rejects a broken policy with its line and exits with 1",
  { tags: "all" },
  async () => {
    const file = policyOf('{\n  "api": { "port": 0 }\n}');
    const { code, stderr } = await stations.refused(temporaryFolder(), "--policy", file);
    expect([code, stderr.trim()]).toEqual([
      1,
      expect.stringContaining(`${file} has a fault in line 2: api.port`),
    ]);
  },
);

it(
  "a headless station works without its API when the policy disables the API, and stops on request",
  { tags: "all" },
  async () => {
    const { child, out } = await stations.serve(
      temporaryFolder(),
      "--demo",
      "--policy",
      policyOf('{ "api": { "enabled": false } }'),
    );
    expect(JSON.parse(out())).toMatchObject({ url: null });
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(child.exitCode).toBeNull();
    child.kill("SIGTERM");
    const [code] = (await once(child, "exit")) as [number | null];
    expect(code).toBe(0);
  },
);

async function freePort(): Promise<number> {
  const { createServer } = await import("node:net");
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        resolve(typeof address === "object" && address !== null ? address.port : 0),
      );
    });
  });
}
