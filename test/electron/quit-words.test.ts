import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { quitWords, unfinishedWords } from "../../electron/windows/quit-words.ts";
import { hasTrayHost } from "../../electron/windows/tray-host.ts";

it("the question before quitting counts labels being sent and labels of batches, each only if there are any, in both languages, and the tray shows the API's address", () => {
  expect(unfinishedWords({ sending: 1, inBatches: 0 }, "en").text).toMatch(
    /^1 label is on its way to the printer\.\n/,
  );
  expect(unfinishedWords({ sending: 2, inBatches: 12 }, "en").text).toMatch(
    /^2 labels are on their way to the printer\. 12 labels of a batch are still to come\.\n/,
  );
  expect(unfinishedWords({ sending: 0, inBatches: 3 }, "tr").text).toMatch(
    /^Bir toplu yazdırmada sırada 3 etiket daha var\.\n/,
  );
  expect(quitWords("tr").address("http://127.0.0.1:4747")).toContain("http://127.0.0.1:4747");
});

it("Windows and macOS have a tray, and Linux without a session bus that answers has none", async () => {
  expect([
    await hasTrayHost("win32", {}),
    await hasTrayHost("darwin", {}),
    await hasTrayHost("linux", {}),
    await hasTrayHost("linux", {
      PATH: process.env["PATH"],
      DBUS_SESSION_BUS_ADDRESS: "unix:path=/nowhere/bus",
    }),
  ]).toEqual([true, true, false, false]);
});

it.skipIf(process.platform !== "linux" || !hasBus())(
  "a real bus of a session without a tray answers that there is no tray",
  () => {
    const script = `import(${JSON.stringify(new URL("../../electron/windows/tray-host.ts", import.meta.url).pathname)}).then(async ({ hasTrayHost }) => console.log(await hasTrayHost()))`;
    expect(
      execFileSync(
        "dbus-run-session",
        ["--", process.execPath, "--input-type=module", "-e", script],
        { encoding: "utf8" },
      ).trim(),
    ).toBe("false");
  },
);

function hasBus(): boolean {
  try {
    execFileSync("dbus-run-session", ["--", "true"]);
    return true;
  } catch {
    return false;
  }
}
