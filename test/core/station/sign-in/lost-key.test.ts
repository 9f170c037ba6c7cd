/** Desks with badges whose key of the stored secrets is lost, so that no PIN can be checked. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Member } from "../../../../core/organizations/organizations.schema.ts";
import type { StoredSecrets } from "../../../../core/station/keys/keys.schema.ts";
import {
  LEAD_PIN,
  OWNER_PIN,
  signInAs,
  signInState,
  withBadges,
  type Crew,
} from "../../../helpers/sign-in.ts";
import {
  addEmptyDatabase,
  station,
  temporaryFolder,
  type Station,
  type StationOptions,
} from "../../../helpers/station.ts";

type Lost = Crew & {
  readonly s: Station;
  readonly recoveryKey: string;
  /** Starts the station again on its folder. */
  restart(options?: StationOptions): Promise<Station>;
};

/** Starts a station with badges, and again after its key file is gone. */
async function lost(options: StationOptions = {}): Promise<Lost> {
  const dataDir = temporaryFolder();
  addEmptyDatabase(dataDir);
  const first = await station({ dataDir });
  const crew = await withBadges(first);
  await signInAs(first, crew.owner, OWNER_PIN);
  const shown = await first.desk<{ recoveryKey: string }>("POST", "/station/secrets/recovery-key");
  await first.stop();
  rmSync(join(dataDir, "secrets.key"));
  const restart = (again: StationOptions = {}): Promise<Station> =>
    station({ dataDir, demo: false, ...again });
  return { ...crew, ...shown.data, s: await restart(options), restart };
}

const enter = (s: Station, badge: { readonly number: string }, pin: string) =>
  s.desk<{ step: string }>("POST", "/station/sign-in", { badge: badge.number, pin });
const recover = (s: Station, recoveryKey: string) =>
  s.desk("POST", "/station/sign-in/recovery", { recoveryKey });

it("while the key is lost, a lead reads that the recovery key opens the locked desk (E2050), and the recovery key puts the key back", async () => {
  const { s, owner, lead, recoveryKey } = await lost();
  const refused = await enter(s, lead, LEAD_PIN);
  expect([refused.code, refused.reason]).toEqual(["E2050", "pin"]);
  expect((await recover(s, recoveryKey)).data).toMatchObject({ person: { role: "owner" } });
  await s.desk("POST", "/station/sign-in/lock");
  expect((await enter(s, lead, LEAD_PIN)).data).toMatchObject({ step: "signedIn" });
  expect((await enter(s, owner, OWNER_PIN)).data).toMatchObject({ step: "signedIn" });
});

it("a start that gives the secrets up removes the PINs and returns a new recovery key, which opens the desk for a new PIN", async () => {
  const { s, owner, lead, packer, recoveryKey, restart } = await lost({ givesUpSecrets: true });
  const refused = [await enter(s, owner, OWNER_PIN), await enter(s, lead, LEAD_PIN)];
  expect(refused.map(({ code, reason }) => [code, reason])).toEqual([
    ["E2243", "noPin"],
    ["E2243", "noPin"],
  ]);
  expect((await recover(s, recoveryKey)).code).toBe("E2105");
  await signInAs(s, packer);
  const opened = await recover(s, s.started.recoveryKey ?? "");
  expect(opened.data).toMatchObject({ state: "signedIn", person: { role: "owner" } });
  const members = await s.desk<Member[]>("GET", "/members");
  const { userID } = members.data.find(({ role }) => role === "owner") ?? {};
  await s.desk("PUT", `/station/badges/pins/${userID}`, { pin: "604917" });
  await s.desk("POST", "/station/sign-in/lock");
  await signInAs(s, owner, "604917");
  await s.stop();
  // Once an owner has a PIN again, no start shows the recovery key.
  const again = await restart({ givesUpSecrets: true });
  expect(again.started.recoveryKey).toBeUndefined();
});

it(
  "each start that gives the secrets up shows the recovery key again while no owner has a PIN, and other starts do not",
  { tags: "all" },
  async () => {
    const { s, restart } = await lost({ givesUpSecrets: true });
    const shown = s.started.recoveryKey;
    await s.stop();
    const ordinary = await restart();
    expect(ordinary.started.recoveryKey).toBeUndefined();
    await ordinary.stop();
    const again = await restart({ givesUpSecrets: true });
    expect([again.started.recoveryKey, shown?.length]).toEqual([shown, 65]);
  },
);

it(
  "an owner who gives the secrets up reads that the PINs are among them, and has a new recovery key at once",
  { tags: "all" },
  async () => {
    const { s, owner, recoveryKey } = await lost();
    await recover(s, recoveryKey);
    rmSync(join(s.dataDir, "secrets.key")); // The key is lost again while the owner is signed in.
    const { data } = await s.desk<StoredSecrets>("GET", "/station/secrets");
    expect([data.state, data.sealed.map(({ kind }) => kind)]).toEqual(["lost", ["pin", "pin"]]);
    const forgotten = await s.desk<StoredSecrets>("POST", "/station/secrets/forget");
    expect(forgotten.data).toMatchObject({ state: "ok", sealed: [] });
    const shown = await s.desk<{ recoveryKey: string }>("POST", "/station/secrets/recovery-key");
    await s.desk("POST", "/station/sign-in/lock");
    expect((await enter(s, owner, OWNER_PIN)).reason).toBe("noPin");
    expect((await recover(s, recoveryKey)).code).toBe("E2105");
    expect((await recover(s, shown.data.recoveryKey)).data).toMatchObject({ state: "signedIn" });
  },
);

it("a desk without badges makes no key when its secrets are given up", async () => {
  const dataDir = temporaryFolder();
  addEmptyDatabase(dataDir);
  const s = await station({ dataDir, givesUpSecrets: true });
  expect([s.started.recoveryKey, (await signInState(s)).state]).toEqual([undefined, "off"]);
});
