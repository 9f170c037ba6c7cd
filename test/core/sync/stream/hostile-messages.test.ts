import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../../helpers/bare-nats.ts";
import { evilDesk } from "../../../helpers/evil-desk.ts";
import { packText } from "../../../helpers/evil-messages.ts";
import { folderOnDisk } from "../../../helpers/folders.ts";
import type { SyncStatus } from "../../../../core/sync/sync.schema.ts";
import { headlessStations, type Ready, type Started } from "../../../helpers/headless.ts";
import { hubHere, whyNoHub } from "../../../helpers/hub.ts";
import {
  allInStep,
  joined,
  joinedHere,
  makeShipment,
  type JoinedStation,
  type StationAtHub,
} from "../../../helpers/joined-stations.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

const MIB = 1024 * 1024;
const residentBytes = ({ child }: JoinedStation): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) *
  1_024;

describe.skipIf(whyNoHub !== undefined)("a message of a joined desk", { timeout: 120_000 }, () => {
  it(
    "a message nested 16 million deep is quarantined with its desk named, and memory grows by less than 150 MiB",
    { tags: "all" },
    async () => {
      const hub = await hubHere();
      const desks = [
        await joined(stations, ["--join", hub.joinCode, "--demo"]),
        await joined(stations, ["--join", await hub.add(), "--demo"]),
      ] as const;
      const evil = await evilDesk(hub);
      const quarantinedOf = async (desk: StationAtHub): Promise<string[]> =>
        (await desk.status()).conflicts
          .filter(({ subjectID }) => subjectID === evil.stationID)
          .map(({ kind }) => kind);
      const before = desks.map(residentBytes);
      await evil.publish(packText(Buffer.alloc(16_000_000, "[")));
      await until("both desks have quarantined the message", async () =>
        (await Promise.all(desks.map(quarantinedOf))).every((kinds) =>
          kinds.includes("unreadable"),
        ),
      );
      await makeShipment(desks[0], "Afterwards");
      await allInStep(desks);
      desks.forEach((desk, i) => {
        expect(residentBytes(desk) - (before[i] ?? 0)).toBeLessThan(150 * MIB);
      });
    },
  );
});

/**
 * Text near the start of a message: unpacking the message kills the process, as an engine fault
 * would.
 */
const DIES_OF = "deadly";
const dying = (file: string): string => {
  writeFileSync(
    file,
    `import zlib from "node:zlib"; import { syncBuiltinESMExports } from "node:module";
     const real = zlib.inflateRawSync;
     zlib.inflateRawSync = (bytes, options) => {
       const text = real(bytes, options);
       if (text.toString("latin1", 0, 200).includes("${DIES_OF}")) process.kill(process.pid, "SIGKILL");
       return text;
     };
     syncBuiltinESMExports();`,
  );
  return `--import ${file}`;
};

describe.skipIf(whyNoHub !== undefined)(
  "a message that crashes a station",
  { timeout: 120_000 },
  () => {
    it("a message crashes a station at most twice, then is skipped at the start with its desk named", async () => {
      const hub = await hubHere();
      const mortal = headlessStations(undefined, {
        NODE_OPTIONS: dying(join(folderOnDisk(), "dies.mjs")),
      });
      try {
        const first = await joinedHere(["--join", hub.joinCode, "--demo"]);
        const folder = folderOnDisk();
        const second = await joined(mortal, ["--join", await hub.add(), "--demo"], folder);
        await allInStep([first, second]);
        const evil = await evilDesk(hub);
        await makeShipment(first, "Before");
        await evil.publish(packText(JSON.stringify([["gadgets", DIES_OF, { a: 1 }, 1]])));
        await makeShipment(first, "Afterwards");
        const starts: Started[] = [second];
        const isDead = ({ child }: Started): boolean => child.signalCode !== null;
        const isThrough = async (): Promise<boolean> =>
          (await conflictsOf(starts.at(-1))).length > 0;
        for (let last = starts[0]; last !== undefined && starts.length < 6;) {
          await until(
            "the station dies or has skipped the message",
            async () => isDead(last as Started) || isThrough(),
            30_000,
          );
          if (!isDead(last)) break;
          starts.push((last = mortal.start(folder, "--demo")));
          await last.begun();
        }
        expect(starts.length).toBe(3);
        expect(await conflictsOf(starts.at(-1))).toMatchObject([
          { kind: "deadly", subjectID: evil.stationID },
        ]);
        const names = await callOf<{ shipments?: unknown }>(starts.at(-1), "/shipments?limit=5");
        expect(JSON.stringify(names)).toContain("Afterwards");
      } finally {
        mortal.killAll();
      }
    });
  },
);

/** @returns The answer of a running station; undefined while it does not answer. */
async function callOf<T>(started: Started | undefined, path: string): Promise<T | undefined> {
  const [line = ""] = started?.out().split("\n") ?? [];
  if (line === "") return undefined;
  const { url, token } = JSON.parse(line) as Ready;
  const answer = await fetch(`${url}${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  }).catch(() => undefined);
  return answer === undefined ? undefined : ((await answer.json()) as { data: T }).data;
}

async function conflictsOf(started: Started | undefined): Promise<SyncStatus["conflicts"]> {
  return (await callOf<SyncStatus>(started, "/station/sync"))?.conflicts ?? [];
}
