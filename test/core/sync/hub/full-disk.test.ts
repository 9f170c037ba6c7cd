import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { Kvm } from "@nats-io/kv";
import { createUser } from "@nats-io/nkeys";
import { describe, expect, it } from "vitest";
import { openRegistry } from "../../../../core/sync/hub/station-registry.ts";
import { organizationFile } from "../../../../core/sync/hub/keep-organization.ts";
import { ENROL_VERSION, type EnrolRequest } from "../../../../core/sync/enrol.schema.ts";
import { settleClaim } from "../../../../core/sync/join/claim-organization.ts";
import { joinHub, startHub, whyNoHub } from "../../../helpers/hub.ts";
import { smallDisk, whyNoDisk } from "../../../helpers/small-disk.ts";
import { eventually } from "../../../helpers/station.ts";

const aRequest = (codeID: string): EnrolRequest => ({
  v: ENROL_VERSION,
  codeID,
  stationID: randomUUID(),
  name: "Desk",
  userKey: createUser().getPublicKey(),
  boxPublicKey: "box",
  nonce: "",
});

describe.skipIf(whyNoDisk() !== undefined)("the hub's registry on a full disk", () => {
  it("a station whose admission could not be stored can ask again, and is admitted permanently or not at all", () => {
    const disk = smallDisk(1);
    const desks = openRegistry(disk.folder, () => new Date());
    const request = aRequest(desks.addCode(1, 24).id);
    disk.fill();
    expect(() => desks.admit(request)).toThrow(/ENOSPC/);
    disk.free();
    expect(desks.admit(request)).toMatchObject({ outcome: "admitted" });
    expect(openRegistry(disk.folder, () => new Date()).stations()).toMatchObject([
      { id: request.stationID },
    ]);
  });

  it("a station that the registry's file still admits is not shown as revoked", () => {
    const disk = smallDisk(1);
    const desks = openRegistry(disk.folder, () => new Date());
    const request = aRequest(desks.addCode(1, 24).id);
    desks.admit(request);
    disk.fill();
    expect(() => desks.revoke(request.stationID)).toThrow(/ENOSPC/);
    expect(desks.stations().map(({ revokedAt }) => revokedAt)).toEqual(
      openRegistry(disk.folder, () => new Date())
        .stations()
        .map(({ revokedAt }) => revokedAt),
    );
  });
});

describe.skipIf(whyNoHub !== undefined)("a hub that could not store its organization", () => {
  it("the hub stores its organization at the next change of the claim", async () => {
    const hub = await startHub();
    const desk = await joinHub(hub.joinCode);
    const kv = await new Kvm(await desk.connect()).open("SCARCE", { allow_direct: false });
    const claim = { id: randomUUID(), name: "Depo", founder: desk.stationID };
    const obstacle = `${organizationFile(hub.dir)}.new`;
    mkdirSync(obstacle);
    await settleClaim(kv, claim);
    await eventually("the hub has reported the failure", () =>
      hub.err().includes("could not be stored"),
    );
    rmSync(obstacle, { recursive: true });
    await settleClaim(kv, claim);
    await eventually("the organization is stored", () => existsSync(organizationFile(hub.dir)));
  }, 60_000);
});

describe.skipIf(whyNoHub !== undefined || whyNoDisk() !== undefined)(
  "a hub whose disk is full",
  () => {
    it("the hub answers a joining station that its disk is full, and admits it by the same code when there is space", async () => {
      const disk = smallDisk(40);
      const hub = await startHub({ dir: disk.folder });
      disk.fill();
      await expect(joinHub(hub.joinCode)).rejects.toMatchObject({
        code: "E2159",
        message: expect.stringContaining("disk of the hub's computer is full"),
      });
      disk.free();
      expect((await joinHub(hub.joinCode)).enrolled.leads).toBe(true);
    }, 60_000);
  },
);
