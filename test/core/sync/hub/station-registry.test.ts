import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createUser } from "@nats-io/nkeys";
import { describe, expect, it } from "vitest";
import { openRegistry, type StationRegistry } from "../../../../core/sync/hub/station-registry.ts";
import { ENROL_VERSION, type EnrolRequest } from "../../../../core/sync/enrol.schema.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";

const HOUR_MS = 3_600_000;

/** Opens a registry whose clock the test moves. */
function aRegistry(folder = temporaryFolder()): {
  readonly desks: StationRegistry;
  readonly passHours: (hours: number) => void;
  readonly folder: string;
} {
  let nowMs = Date.parse("2027-01-01T08:00:00Z");
  return {
    folder,
    desks: openRegistry(folder, () => new Date(nowMs)),
    passHours: (hours) => void (nowMs += hours * HOUR_MS),
  };
}

const aRequest = (codeID: string): EnrolRequest => ({
  v: ENROL_VERSION,
  codeID,
  stationID: randomUUID(),
  name: "Desk",
  userKey: createUser().getPublicKey(),
  boxPublicKey: "box",
  nonce: "",
});

describe("the hub's registry", () => {
  it("the registry admits as many stations as the code was made for, even after a restart between two of them", () => {
    const { desks, folder } = aRegistry();
    const { id } = desks.addCode(2, 24);
    const first = aRequest(id);
    expect(desks.admit(first)).toEqual({ outcome: "admitted", isNew: true, leads: true });
    const later = aRegistry(folder).desks;
    expect(later.admit(first)).toEqual({ outcome: "admitted", isNew: false, leads: true });
    expect(later.openCodes()).toMatchObject([{ id, desks: 2, left: 1 }]);
    expect(later.admit(aRequest(id))).toEqual({ outcome: "admitted", isNew: true, leads: false });
    expect(later.admit(aRequest(id))).toEqual({ outcome: "refused", why: "used" });
    expect(later.admitted()).toHaveLength(2);
  });

  it("an expired code admits no station, but answers a station that joined with it before", () => {
    const { desks, passHours } = aRegistry();
    const { id } = desks.addCode(2, 24);
    const first = aRequest(id);
    desks.admit(first);
    passHours(24);
    expect(desks.admit(aRequest(id))).toEqual({ outcome: "refused", why: "ended" });
    expect(desks.admit(first)).toEqual({ outcome: "admitted", isNew: false, leads: true });
    expect(desks.openCodes()).toEqual([]);
  });

  it("a code is deleted a month after its end, and is then unknown", () => {
    const { desks, passHours } = aRegistry();
    const { id } = desks.addCode(1, 24);
    passHours(31 * 24 + 1);
    desks.addCode(1, 24);
    expect(desks.findCode(id)).toBeUndefined();
  });

  it("the key of another station, and another key of a known station, are rejected", () => {
    const { desks } = aRegistry();
    const { id } = desks.addCode(5, 24);
    const [one, two] = [aRequest(id), aRequest(id)];
    desks.admit(one);
    expect(desks.admit({ ...two, userKey: one.userKey })).toEqual({
      outcome: "refused",
      why: "taken",
    });
    expect(desks.admit({ ...two, stationID: one.stationID })).toEqual({
      outcome: "refused",
      why: "taken",
    });
    expect(desks.openCodes()).toMatchObject([{ left: 4 }]);
  });

  it("a code made for a station accepts another key of that station once, and never its earlier key again", () => {
    const { desks } = aRegistry();
    const first = aRequest(desks.addCode(1, 24).id);
    desks.admit(first);
    const { id, desks: many } = desks.addCode(40, 24, "Desk");
    expect(many).toBe(1);
    expect(desks.admit(aRequest(id))).toEqual({ outcome: "refused", why: "another" });
    const rekeyed = { ...aRequest(id), stationID: first.stationID };
    expect(desks.admit(rekeyed)).toEqual({ outcome: "admitted", isNew: true, leads: true });
    expect(desks.admit(rekeyed)).toEqual({ outcome: "admitted", isNew: false, leads: true });
    expect(desks.admit({ ...rekeyed, userKey: first.userKey })).toEqual({
      outcome: "refused",
      why: "revoked",
    });
    expect(desks.admit({ ...aRequest(id), stationID: first.stationID })).toEqual({
      outcome: "refused",
      why: "used",
    });
    expect(desks.admitted()).toMatchObject([{ id: first.stationID, userKey: rekeyed.userKey }]);
  });

  it("a station that is revoked again keeps the time of the first revocation", () => {
    const { desks, passHours } = aRegistry();
    const request = aRequest(desks.addCode(1, 24).id);
    desks.admit(request);
    const { revokedAt } = desks.revoke(request.stationID);
    passHours(1);
    expect(desks.revoke("Desk").revokedAt).toBe(revokedAt);
    expect(desks.admitted()).toEqual([]);
  });

  it("a damaged registry file is not replaced, because the stations' keys would be lost", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "desks.json"), '{"v":1}');
    expect(() => openRegistry(folder, () => new Date())).toThrow(
      `Put a good copy of ${join(folder, "desks.json")} back`,
    );
  });
});
