/**
 * Updates of the installed program: which installations get them, when an update is installed, and
 * how it is undone. Real files, a real address, the real electron-updater.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createEngine } from "../../electron/updates/electron-engine.ts";
import { replaceAppImage } from "../../electron/updates/install-file.ts";
import { findAppImage, readUpdateSource } from "../../electron/updates/installation.ts";
import {
  copyInstallerOf,
  findKeptInstaller,
  isWhole,
  keepInstaller,
} from "../../electron/updates/kept-installers.ts";
import { rollbackFailureWords } from "../../electron/updates/rollback-words.ts";
import { beginStart } from "../../electron/updates/starts.ts";
import { isTime, whyOff, type Installation } from "../../electron/updates/update-rules.ts";
import { createUpdates, type Updates } from "../../electron/updates/updates.ts";
import type { Waits } from "../../electron/updates/update-state.schema.ts";
import { silentLog } from "../../core/base/log.ts";
import { temporaryFolder } from "../helpers/folders.ts";
import { serveUpdates, stagingNumber, updaterOf, type UpdateServer } from "./update-server.ts";

const APP_IMAGE: Installation = {
  isPackaged: true,
  isPractice: false,
  isForDistribution: true,
  isSigned: false,
  platform: "linux",
  linux: "appImage",
  hasUninstaller: false,
  source: { hasPublisher: false },
  isWritable: true,
};
const NSIS: Installation = {
  ...APP_IMAGE,
  platform: "win32",
  linux: "folder",
  isSigned: true,
  hasUninstaller: true,
  source: { hasPublisher: true },
};

describe("self-updating installations", () => {
  it("an AppImage, a signed NSIS installation and a signed macOS program update themselves", () => {
    expect(
      [
        APP_IMAGE,
        NSIS,
        {
          ...NSIS,
          platform: "darwin" as const,
          hasUninstaller: false,
          source: { hasPublisher: false },
        },
      ].map((here) => whyOff(here, undefined)),
    ).toEqual([null, null, null]);
  });

  it.each([
    ["notPackaged", { ...APP_IMAGE, isPackaged: false }],
    ["notForDistribution", { ...APP_IMAGE, isForDistribution: false }],
    ["practice", { ...APP_IMAGE, isPractice: true }],
    ["bySystem", { ...APP_IMAGE, linux: "deb" }],
    ["byHand", { ...APP_IMAGE, linux: "folder" }],
    ["byIt", { ...NSIS, hasUninstaller: false }],
    ["unsigned", { ...NSIS, isSigned: false }],
    ["unsigned", { ...NSIS, platform: "darwin", isSigned: false }],
    ["noPublisher", { ...NSIS, source: { hasPublisher: false } }],
    ["noAddress", { ...APP_IMAGE, source: null }],
    ["notWritable", { ...APP_IMAGE, isWritable: false }],
  ] as const)("an installation does not update itself for the reason %s", (reason, here) =>
    expect(whyOff(here, true)).toBe(reason),
  );

  it("a policy switches updates off", () => expect(whyOff(NSIS, false)).toBe("byPolicy"));

  it("a publisher's name is read in each form that electron-builder writes, and an empty name is ignored", () => {
    const read = (text: string) => {
      const folder = temporaryFolder();
      writeFileSync(
        join(folder, "app-update.yml"),
        `provider: generic\nurl: https://updates.example\nupdaterCacheDirName: packbench-updater\n${text}`,
      );
      return readUpdateSource(folder);
    };
    expect(
      [
        read("publisherName:\n  - Example Ltd\n"),
        read("publisherName: Example Ltd\n"),
        read(""),
        read("publisherName:\n"),
      ].map((source) => [source?.hasPublisher, source?.publishers]),
    ).toEqual([
      [true, ["Example Ltd"]],
      [true, ["Example Ltd"]],
      [false, []],
      [false, []],
    ]);
    expect(
      read("publisherName:\n  - 'Example, Ltd'\n  - Other\nprovider: x\n")?.publishers,
    ).toEqual(["Example, Ltd", "Other"]);
    expect(readUpdateSource(temporaryFolder())).toBeNull();
  });

  it("the variables of another AppImage that started this program are ignored", () => {
    const folder = temporaryFolder();
    const APPIMAGE = join(folder, "Other.AppImage");
    writeFileSync(APPIMAGE, "");
    expect(
      findAppImage({ APPIMAGE, APPDIR: "/tmp/.mount_Other" }, "/opt/Packbench/packbench"),
    ).toBeUndefined();
    expect(
      findAppImage({ APPIMAGE, APPDIR: "/tmp/.mount_Packbe" }, "/tmp/.mount_Packbe/packbench"),
    ).toBe(APPIMAGE);
    expect(
      findAppImage({ APPIMAGE, APPDIR: "/tmp/.mount_Pack" }, "/tmp/.mount_Packbe/packbench"),
    ).toBeUndefined();
  });
});

describe("the policy's installation time", () => {
  const at = (time: string): Date => new Date(`2026-11-24T${time}:00`);
  it("the installation time starts at its minute and ends two hours later, also past midnight", () => {
    expect(["02:59", "03:00", "05:00", "05:01"].map((time) => isTime("03:00", at(time)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(["23:29", "23:30", "00:10", "01:31"].map((time) => isTime("23:30", at(time)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(isTime(undefined, at("03:00"))).toBe(false);
  });
});

describe("starts of a new version", () => {
  it("starts count as failed until the window was usable, and never for the version that worked", () => {
    const folder = temporaryFolder();
    beginStart(folder, "1.0.0", silentLog).works();
    expect(beginStart(folder, "1.0.0", silentLog).failed).toBe(0);
    expect([1, 2, 3].map(() => beginStart(folder, "2.0.0", silentLog).failed)).toEqual([0, 1, 2]);
    expect(beginStart(folder, "3.0.0", silentLog).failed).toBe(0);
    beginStart(folder, "2.0.0", silentLog).works();
    expect([1, 2].map(() => beginStart(folder, "2.0.0", silentLog).failed)).toEqual([0, 0]);
  });

  it("starts do not count when the cause is outside the version, such as a taken port or a full disk", () => {
    const folder = temporaryFolder();
    for (const name of ["PortTakenError", "DiskFaultError", "PolicyError"])
      beginStart(folder, "2.0.0", silentLog).failedBy(name);
    expect(beginStart(folder, "2.0.0", silentLog).failed).toBe(0);
    beginStart(folder, "2.0.0", silentLog).failedBy("PortTakenError");
    expect(beginStart(folder, "2.0.0", silentLog).failed).toBe(1);
    beginStart(folder, "2.0.0", silentLog).failedBy("Error");
    expect(beginStart(folder, "2.0.0", silentLog).failed).toBe(3);
  });

  it("a replaced version is remembered, also by the previous version, until a start of the replaced version works", () => {
    const folder = temporaryFolder();
    beginStart(folder, "1.0.0", silentLog).works();
    beginStart(folder, "2.0.0", silentLog).markRolledBack();
    const before = beginStart(folder, "1.0.0", silentLog);
    expect(before).toMatchObject({ failed: 0, wentBackFrom: "2.0.0", wasRolledBack: false });
    before.works();
    expect(beginStart(folder, "2.0.0", silentLog)).toMatchObject({ wasRolledBack: true });
    beginStart(folder, "2.0.0", silentLog).works();
    expect(beginStart(folder, "2.0.0", silentLog)).toMatchObject({
      wentBackFrom: null,
      wasRolledBack: false,
    });
  });

  it("an unreadable record of starts is replaced, and a record that cannot be written does not stop a start", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "updates"));
    writeFileSync(join(folder, "updates/starts.json"), "{");
    expect(beginStart(folder, "1.0.0", silentLog).failed).toBe(0);
    for (const name of ["starts.json", "starts.json.new"]) {
      rmSync(join(folder, "updates"), { recursive: true });
      mkdirSync(join(folder, "updates", name, "in it"), { recursive: true });
      expect([
        beginStart(folder, "1.0.0", silentLog).failed,
        beginStart(folder, "1.0.0", silentLog).failed,
      ]).toEqual([0, 1]);
    }
    writeFileSync(join(folder, "file"), "");
    expect(beginStart(join(folder, "file"), "1.0.0", silentLog).failed).toBe(0);
  });
});

describe("the kept installer", () => {
  const keep = (folder: string, version: string, content: string) =>
    keepInstaller(folder, { version, kind: "appImage", schema: 40 }, async (to) =>
      writeFileSync(to, content),
    );

  it("one installer is kept, with its SHA-512, and the next installer replaces it", async () => {
    const folder = temporaryFolder();
    await keep(folder, "1.0.0", "one");
    await keep(folder, "1.1.0", "two");
    expect(readdirSync(join(folder, "updates")).sort()).toEqual([
      "kept-1.1.0.AppImage",
      "kept.json",
    ]);
    expect(findKeptInstaller(folder)).toMatchObject({
      version: "1.1.0",
      schema: 40,
      sha512: createHash("sha512").update("two").digest("hex"),
      bytes: 3,
    });
  });

  it("a kept installer with a changed byte or missing bytes is not valid", async () => {
    const folder = temporaryFolder();
    await keep(folder, "1.0.0", "an installer");
    const kept = findKeptInstaller(folder);
    if (kept === undefined) throw new Error("none was kept");
    expect(await isWhole(kept)).toBe(true);
    writeFileSync(kept.file, "an installeR");
    expect(await isWhole(kept)).toBe(false);
    writeFileSync(kept.file, "an install");
    expect(await isWhole(kept)).toBe(false);
  });

  it("when a new installer cannot be written, the earlier installer stays and no draft file is left", async () => {
    const folder = temporaryFolder();
    await keep(folder, "1.0.0", "one");
    await expect(
      keepInstaller(folder, { version: "1.1.0", kind: "appImage", schema: 41 }, () =>
        Promise.reject(new Error("no room")),
      ),
    ).rejects.toThrow("no room");
    expect(findKeptInstaller(folder)?.version).toBe("1.0.0");
    expect(readdirSync(join(folder, "updates")).sort()).toEqual([
      "kept-1.0.0.AppImage",
      "kept.json",
    ]);
  });

  it("a record that names a file of another folder is ignored", async () => {
    const folder = temporaryFolder();
    await keep(folder, "1.0.0", "one");
    const record = join(folder, "updates/kept.json");
    writeFileSync(record, readFileSync(record, "utf8").replace("kept-1.0.0", "../../kept-1.0.0"));
    expect(findKeptInstaller(folder)).toBeUndefined();
  });

  it("a Windows installer of another version is not kept", async () => {
    const folder = temporaryFolder();
    const setup = join(folder, "installer.exe");
    writeFileSync(
      setup,
      Buffer.concat([
        Buffer.from("MZ"),
        Buffer.alloc(4_096),
        Buffer.from("ProductVersion\0\0" + "1.0.0\0", "utf16le"),
        Buffer.alloc(64),
      ]),
    );
    await copyInstallerOf("1.0.0", setup, join(folder, "copy.exe"));
    expect(readFileSync(join(folder, "copy.exe"))).toEqual(readFileSync(setup));
    await expect(copyInstallerOf("1.1.0", setup, join(folder, "other.exe"))).rejects.toThrow(
      "installs 1.0.0, not 1.1.0",
    );
    writeFileSync(setup, "MZ");
    await expect(copyInstallerOf("1.0.0", setup, join(folder, "other.exe"))).rejects.toThrow(
      "an unknown version",
    );
  });
});

it("an AppImage is replaced under its name by a runnable file, no other file is left in its folder, and a missing update changes nothing", () => {
  const folder = temporaryFolder();
  const appImage = join(folder, "Packbench-1.0.0.AppImage");
  writeFileSync(appImage, "old");
  const next = join(temporaryFolder(), "next");
  writeFileSync(next, "new");
  replaceAppImage(appImage, next);
  expect([
    readFileSync(appImage, "utf8"),
    (statSync(appImage).mode & 0o111) !== 0,
    readdirSync(folder),
  ]).toEqual(["new", true, ["Packbench-1.0.0.AppImage"]]);
  expect(() => replaceAppImage(appImage, join(folder, "nothing"))).toThrow("ENOENT");
  expect([readFileSync(appImage, "utf8"), readdirSync(folder)]).toEqual([
    "new",
    ["Packbench-1.0.0.AppImage"],
  ]);
});

it("the words of a failed rollback name both versions in both languages", () => {
  for (const language of ["en", "tr"] as const)
    for (const reason of ["dataIsNewer", "damaged", "notInstalled", "again"] as const)
      expect(
        Object.values(
          rollbackFailureWords({ reason, version: "2.0.0", kept: "1.0.0" }, language),
        ).join(" "),
      ).toMatch(/2\.0\.0.*1\.0\.0/s);
});

describe("updates by electron-updater", () => {
  let server: UpdateServer | undefined;
  afterEach(async () => {
    delete process.env["APPIMAGE"];
    await server?.close();
    server = undefined;
  });

  type Desk = {
    readonly updates: Updates;
    readonly appImage: string;
    readonly folder: string;
    readonly seen: readonly string[];
    waits: Waits;
    now: Date;
    quits: number;
  };

  async function open(
    options: {
      readonly installAt?: string;
      readonly wentBackFrom?: string;
      readonly channel?: string;
      readonly url?: string;
      readonly folder?: string;
    } = {},
  ): Promise<Desk> {
    server ??= await serveUpdates();
    const folder = options.folder ?? temporaryFolder();
    const appImage = join(folder, "Packbench.AppImage");
    writeFileSync(appImage, "the version 1.0.0");
    process.env["APPIMAGE"] = appImage;
    const seen: string[] = [];
    const desk = {
      waits: { sending: 0, inBatches: 0, isAtWork: false },
      now: new Date("2026-11-24T12:00:00"),
      quits: 0,
    };
    const engine = createEngine(updaterOf(folder, "1.0.0", options.url ?? server.url), {
      channel: options.channel,
      url: undefined,
      log: silentLog,
      appImage: { path: appImage, args: [] },
      beforeRestart() {},
    });
    const updates = createUpdates({
      version: "1.0.0",
      engine,
      installAt: options.installAt,
      wentBackFrom: options.wentBackFrom ?? null,
      log: silentLog,
      now: () => desk.now,
      waits: async () => desk.waits,
      keep: () =>
        keepInstaller(folder, { version: "1.0.0", kind: "appImage", schema: 40 }, (to) =>
          copyFile(appImage, to),
        ),
      quit: () => (desk.quits += 1),
      changed: () => seen.push(updates.view().state.step),
    });
    return Object.assign(desk, { updates, appImage, folder, seen });
  }

  const NEXT = { version: "1.1.0", file: Buffer.from("the version 1.1.0") };

  it("a newer version is found, downloaded and verified, the current installer is kept, and quitting installs the new version", async () => {
    const desk = await open();
    server?.offer(NEXT);
    await desk.updates.check();
    expect([...new Set(desk.seen)]).toEqual(["checking", "downloading", "ready"]);
    expect(desk.updates.view()).toMatchObject({
      version: "1.0.0",
      state: { step: "ready", next: "1.1.0" },
    });
    expect(readFileSync(findKeptInstaller(desk.folder)?.file ?? "", "utf8")).toBe(
      "the version 1.0.0",
    );
    expect(readFileSync(desk.appImage, "utf8")).toBe("the version 1.0.0");
    expect(await desk.updates.prepareQuitting()).toBe(true);
    desk.updates.atEnd(true);
    expect(readFileSync(desk.appImage, "utf8")).toBe("the version 1.1.0");
  });

  it("a signal, or quitting with work in progress, installs nothing", async () => {
    const desk = await open();
    server?.offer(NEXT);
    await desk.updates.check();
    desk.waits = { sending: 1, inBatches: 0, isAtWork: false };
    expect(await desk.updates.prepareQuitting()).toBe(false);
    desk.updates.atEnd(true);
    desk.waits = { sending: 0, inBatches: 0, isAtWork: false };
    await desk.updates.prepareQuitting();
    desk.updates.atEnd(false);
    expect(readFileSync(desk.appImage, "utf8")).toBe("the version 1.0.0");
  });

  it("the newest version finds no update and requests only the list", async () => {
    const desk = await open();
    server?.offer({ ...NEXT, version: "1.0.0" });
    await desk.updates.check();
    expect(desk.updates.view().state).toEqual({
      step: "idle",
      checkedAt: desk.now.toISOString(),
      isOffline: false,
    });
    expect(server?.asked).toEqual(["/latest-linux.yml"]);
  });

  it("an older version is not installed, even after the channel was set", async () => {
    const desk = await open({ channel: "beta" });
    server?.offer({ ...NEXT, version: "0.9.0" }, "beta");
    await desk.updates.check();
    expect(desk.updates.view().state.step).toBe("idle");
    expect(server?.asked).toEqual(["/beta-linux.yml"]);
  });

  it("a file with another SHA-512 is refused and deleted", async () => {
    const desk = await open();
    server?.offer({
      ...NEXT,
      sha512: createHash("sha512").update("another file").digest("base64"),
    });
    await desk.updates.check();
    expect(desk.updates.view().state).toEqual({ step: "failed", reason: "damaged", next: "1.1.0" });
    expect(
      readdirSync(join(desk.folder, "cache"), { recursive: true, encoding: "utf8" }).filter(
        (name) => name.endsWith(".AppImage"),
      ),
    ).toEqual([]);
    expect(await desk.updates.prepareQuitting()).toBe(false);
    expect(desk.updates.view().state.step).toBe("failed");
  });

  it("a missing network is reported as offline, not as a failure", { tags: "all" }, async () => {
    const gone = await serveUpdates();
    await gone.close();
    const desk = await open({ url: gone.url });
    await desk.updates.check();
    expect(desk.updates.view().state).toEqual({ step: "idle", checkedAt: null, isOffline: true });
  });

  it("a staged release reaches no computer at 0 % and each at 100 %, by a number that the computer keeps", async () => {
    const folder = temporaryFolder();
    const desk = await open({ folder });
    server?.offer({ ...NEXT, stagingPercentage: 0 });
    await desk.updates.check();
    expect(desk.updates.view().state.step).toBe("idle");
    const number = stagingNumber(folder);
    server?.offer({ ...NEXT, stagingPercentage: 100 });
    const again = await open({ folder });
    await again.updates.check();
    expect(again.updates.view().state.step).toBe("ready");
    expect(stagingNumber(folder)).toBe(number);
  });

  it("a replaced version is not installed again, but the next version is", async () => {
    const desk = await open({ wentBackFrom: "1.1.0" });
    expect(desk.updates.view().state).toEqual({
      step: "failed",
      reason: "wentBack",
      next: "1.1.0",
    });
    server?.offer(NEXT);
    await desk.updates.check();
    expect(desk.updates.view().state).toEqual({
      step: "failed",
      reason: "wentBack",
      next: "1.1.0",
    });
    server?.offer({ version: "1.2.0", file: Buffer.from("the version 1.2.0") });
    await desk.updates.check();
    expect(desk.updates.view().state).toEqual({ step: "ready", next: "1.2.0" });
  });

  it.each([
    { sending: 1, inBatches: 0, isAtWork: false },
    { sending: 0, inBatches: 5, isAtWork: false },
    { sending: 0, inBatches: 0, isAtWork: true },
  ])("a requested installation waits while %o, and starts afterwards", async (waits) => {
    const desk = await open();
    server?.offer(NEXT);
    await desk.updates.check();
    desk.waits = waits;
    await desk.updates.install(false);
    expect([desk.updates.view().state, desk.quits]).toEqual([
      { step: "waiting", next: "1.1.0", for: waits },
      0,
    ]);
    await desk.updates.tick();
    expect(desk.quits).toBe(0);
    desk.waits = { sending: 0, inBatches: 0, isAtWork: false };
    await desk.updates.tick();
    expect([desk.updates.view().state.step, desk.quits]).toEqual(["installing", 1]);
  });

  it("a waiting installation can be put off, or started anyway", async () => {
    const desk = await open();
    server?.offer(NEXT);
    await desk.updates.check();
    desk.waits = { sending: 0, inBatches: 0, isAtWork: true };
    await desk.updates.install(false);
    desk.updates.putOff();
    expect([desk.updates.view().state.step, desk.quits]).toEqual(["ready", 0]);
    desk.waits = { sending: 0, inBatches: 0, isAtWork: false };
    await desk.updates.tick();
    expect(desk.quits).toBe(0);
    desk.waits = { sending: 2, inBatches: 0, isAtWork: false };
    await desk.updates.install(true);
    expect([desk.updates.view().state.step, desk.quits]).toEqual(["installing", 1]);
  });

  it("an update is installed at the policy's time when no work is in progress, and two hours of work delay the installation to the next day", async () => {
    const desk = await open({ installAt: "03:00" });
    server?.offer(NEXT);
    await desk.updates.check();
    desk.waits = { sending: 0, inBatches: 3, isAtWork: false };
    const at = async (time: string): Promise<string> => {
      desk.now = new Date(`2026-11-25T${time}:00`);
      await desk.updates.tick();
      return desk.updates.view().state.step;
    };
    expect([await at("02:59"), await at("03:00"), await at("05:00"), await at("05:01")]).toEqual([
      "ready",
      "waiting",
      "waiting",
      "ready",
    ]);
    desk.waits = { sending: 0, inBatches: 0, isAtWork: false };
    expect([await at("12:00"), desk.quits, await at("03:30"), desk.quits]).toEqual([
      "ready",
      0,
      "installing",
      1,
    ]);
  });

  it("a newer release replaces a release that waits to be installed", async () => {
    const desk = await open();
    server?.offer(NEXT);
    await desk.updates.check();
    server?.offer({ version: "1.2.0", file: Buffer.from("the version 1.2.0") });
    await desk.updates.check();
    await desk.updates.prepareQuitting();
    desk.updates.atEnd(true);
    expect(readFileSync(desk.appImage, "utf8")).toBe("the version 1.2.0");
  });
});
