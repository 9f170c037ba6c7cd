/** Badges and PINs at the stations of one organization, by a real hub. */
import { describe, expect, it } from "vitest";
import { hubHere, whyNoHub } from "../../helpers/hub.ts";
import { allInStep, joinedHere, type StationAtHub } from "../../helpers/joined-stations.ts";
import { until } from "../../helpers/bare-nats.ts";

const PIN = "824917";

type Made = { readonly id: string; readonly number: string };
type Desk = StationAtHub & Pick<Awaited<ReturnType<typeof joinedHere>>, "core" | "stop">;

/** Scans a badge at a station's window. @returns The step, or the code of the refusal. */
async function scanAt({ core }: Desk, badge: string, pin = ""): Promise<string> {
  const { body } = await core.request({
    method: "POST",
    path: "/station/sign-in",
    body: { badge, pin },
  });
  const { data, code } = body as { data?: { step: string }; code?: string };
  return data?.step ?? code ?? "";
}

async function stateAt({ core }: Desk): Promise<string> {
  const { body } = await core.request({ method: "GET", path: "/station/sign-in" });
  return (body as { data: { state: string } }).data.state;
}

describe.skipIf(whyNoHub !== undefined)("badges at two stations", { timeout: 120_000 }, () => {
  it("a badge and its PIN made at one station open the other's desk, by the stream and by a snapshot; a revoked badge locks it", async () => {
    const hub = await hubHere();
    const first = await joinedHere(["--join", hub.joinCode, "--demo"]);
    const code = await hub.add("--desks", "2");
    const second = await joinedHere(["--join", code, "--demo"]);
    await allInStep([first, second]);
    const members = await first.call<{ userID: string; role: string }[]>("/members");
    const owner = members.find(({ role }) => role === "owner")?.userID ?? "";
    const { userID } = await first.call<{ userID: string }>("/members", {
      email: "paket@ornek.test",
      name: "Paketçi",
    });
    const lead = await first.call<Made>("/station/badges", { userID: owner, pin: PIN });
    const packer = await first.call<Made>("/station/badges", { userID });
    await allInStep([first, second]);
    expect(await stateAt(second)).toBe("locked");
    expect(await scanAt(second, lead.number)).toBe("pinNeeded");
    expect(await scanAt(second, lead.number, "100200")).toBe("E2244");
    expect(await scanAt(second, lead.number, PIN)).toBe("signedIn");
    // This station takes the rows from a snapshot.
    const third = await joinedHere(["--join", code, "--demo"]);
    await allInStep([first, second, third]);
    expect(await scanAt(third, lead.number, PIN)).toBe("signedIn");
    expect(await scanAt(second, packer.number)).toBe("signedIn");
    await first.call(`/station/badges/${packer.id}`, undefined, "DELETE");
    await until(
      "the revoked badge locks the other desk",
      async () => (await stateAt(second)) === "locked",
    );
    expect(await scanAt(second, packer.number)).toBe("E2243");
  });
});
