/** Signing in while the disk is full. */
import { expect, it } from "vitest";
import { LEAD_PIN, signInAs, signInState, withBadges } from "../../../helpers/sign-in.ts";
import { smallDisk, whyNoDisk } from "../../../helpers/small-disk.ts";
import { station } from "../../../helpers/station.ts";

it.skipIf(whyNoDisk() !== undefined)(
  "on a full disk a packer signs in and locks the desk, and no PIN is checked that cannot be counted (E2036)",
  async () => {
    const disk = smallDisk(32);
    const s = await station({ dataDir: disk.folder });
    const { lead, packer } = await withBadges(s);
    disk.fill();
    // The database's own free pages are used up too.
    for (let i = 0; i < 20; i++) await signInAs(s, packer);
    expect(await signInState(s)).toMatchObject({ state: "signedIn", person: { role: "user" } });
    const locked = await s.desk<{ state: string }>("POST", "/station/sign-in/lock");
    expect(locked.data).toMatchObject({ state: "locked" });
    const asked = { badge: lead.number, pin: LEAD_PIN };
    expect((await s.desk("POST", "/station/sign-in", asked)).code).toBe("E2036");
    expect((await s.desk("GET", "/station/desk")).code).toBe("E2241");
    disk.free();
    await signInAs(s, lead, LEAD_PIN);
  },
);
