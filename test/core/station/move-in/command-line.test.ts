/** `npm run serve -- --move-in URL`. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import type { Shipment } from "../../../../core/shipping/shipments/shipments.schema.ts";
import type { MoveIn } from "../../../../core/station/move-in/move-in.schema.ts";
import { SETTINGS_FILE } from "../../../../core/station/settings.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";
import { headlessStations } from "../../../helpers/headless.ts";
import { fullStation } from "../../../helpers/moving-station.ts";
import { addEmptyDatabase, call, eventually } from "../../../helpers/station.ts";

const stations = headlessStations();
afterEach(() => stations.killAll());

function emptyFolder(): string {
  const folder = temporaryFolder();
  addEmptyDatabase(folder);
  writeFileSync(
    join(folder, SETTINGS_FILE),
    JSON.stringify({ carrierTargets: { loopback: true }, rateLimit: null }),
    { mode: 0o600 },
  );
  return folder;
}

it(
  "moves with a token from a file, and serves again with the same options after the move has ended",
  { tags: "all" },
  async () => {
    const from = await fullStation();
    const token = join(temporaryFolder(), "token");
    writeFileSync(token, `${from.started.token ?? ""}\n`);
    const folder = emptyFolder();
    const options = ["--move-in", from.url, "--move-in-token", token, "--new-token", "Watch"];
    const { ready, child, out } = await stations.serve(folder, ...options);
    expect(out()).toContain(`reads ${new URL(from.url).host}`);
    expect(out()).not.toContain(from.started.token);
    const read = async <T>(path: string, method = "GET"): Promise<T> =>
      (await call<T>(ready.url, ready.token, { method, path })).body.data;
    const ended = await eventually("everything was read", async () => {
      const [move] = await read<MoveIn[]>("/station/move-in");
      return move?.state === "READ" && move;
    });
    expect(await read<Shipment[]>("/shipments")).toHaveLength(ended.reading.done);
    await read(`/station/move-in/${ended.accountID}/moved`, "POST");
    child.kill("SIGKILL");
    await new Promise((closed) => child.once("close", closed));
    const again = await stations.serve(folder, ...options);
    expect(again.out()).toContain("has moved from this server");
  },
);

it("needs a token, and an address that can be a server's", { tags: "all" }, async () => {
  const token = join(temporaryFolder(), "token");
  writeFileSync(token, "t");
  const refusals = await Promise.all(
    [
      ["--move-in", "https://ornek.test"],
      ["--move-in-token", token],
      ["--move-in", "ftp://ornek.test", "--move-in-token", token],
    ].map(async (options) => await stations.refused(emptyFolder(), ...options)),
  );
  expect(refusals.map(({ code, stderr }) => [code, stderr.split("\n")[0]])).toEqual([
    [expect.any(Number), expect.stringContaining("--move-in needs a token")],
    [expect.any(Number), expect.stringContaining("--move-in-token belongs to --move-in")],
    [expect.any(Number), expect.stringContaining("--move-in: url: must be an address")],
  ]);
});
