import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fingerprintOf, keyOf, makeKeyFile, newKey, textOf } from "../../core/base/key-file.ts";
import { silentLog } from "../../core/base/log.ts";
import { fileSecrets, keySecrets } from "../../core/station/secrets.ts";
import { obtainDeskKey, type DeskKey, type KeyStore } from "../../electron/secrets/desk-key.ts";
import { temporaryFolder } from "../helpers/folders.ts";

/**
 * A key store for the test: no other key store can open what this key store sealed. The system's
 * real key store is tested in secrets.e2e.ts.
 */
function keyStore(): KeyStore & { usable: boolean; locked: boolean } {
  const { encrypt, decrypt } = keySecrets(newKey(), "os");
  const unlocked = <T>(run: () => T): T => {
    if (store.locked) throw new Error("locked");
    return run();
  };
  const store = {
    usable: true,
    locked: false,
    isUsable: () => store.usable,
    seal: (text: string) => unlocked(() => Buffer.from(encrypt(text))),
    open: (sealed: Buffer) => unlocked(() => decrypt(sealed.toString())),
  };
  return store;
}

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const plain = (): string => join(folder, "secrets.key");
const obtain = (store: KeyStore, expected?: string): DeskKey =>
  obtainDeskKey({ folder, store, log: silentLog }, expected);
const keyFrom = (key: DeskKey): string => (key.kind === "os" ? textOf(key.key) : key.kind);

describe("the station's encryption key", () => {
  it("the key is created in the key store, is the same at each start, and is in no file unencrypted", () => {
    const store = keyStore();
    const first = keyFrom(obtain(store));
    const names = readdirSync(folder);
    expect([
      keyFrom(obtain(store)),
      names,
      statSync(join(folder, "secrets.sealed")).mode & 0o777,
    ]).toEqual([first, ["secrets.sealed"], 0o600]);
    expect(readFileSync(join(folder, "secrets.sealed"), "utf8")).not.toContain(first);
  });

  it("the key is in the key file when there is no key store, and is not created before it is needed", () => {
    const store = keyStore();
    store.usable = false;
    expect([obtain(store), readdirSync(folder)]).toEqual([{ kind: "file" }, []]);
  });

  it("the key moves from the key file into a key store that appears, and the secrets stay readable", () => {
    let mark: string | undefined;
    const sealed = fileSecrets(plain(), {
      read: () => mark,
      write: (fingerprint) => void (mark = fingerprint),
    }).encrypt("parola");
    const store = keyStore();
    const key = obtain(store, mark);
    if (key.kind !== "os") throw new Error(`the key is ${key.kind}`);
    expect([
      keySecrets(key.key, "os").decrypt(sealed),
      existsSync(plain()),
      fingerprintOf(key.key) === mark,
    ]).toEqual(["parola", false, true]);
    expect(keyFrom(obtain(store, mark))).toBe(textOf(key.key));
  });

  it("the key stays in the key file while the key store is locked", () => {
    const key = makeKeyFile(plain());
    const store = keyStore();
    store.locked = true;
    expect([obtain(store, fingerprintOf(key)), existsSync(plain())]).toEqual([
      { kind: "file" },
      true,
    ]);
  });

  it("the key survives a crash before the key file was removed, and the next start removes that file", () => {
    const key = makeKeyFile(plain());
    const store = keyStore();
    const bytes = readFileSync(plain());
    obtain(store, fingerprintOf(key));
    writeFileSync(plain(), bytes);
    expect([keyFrom(obtain(store, fingerprintOf(key))), existsSync(plain())]).toEqual([
      textOf(key),
      false,
    ]);
  });

  it("the key is reported as lost while the key store is missing, locked or another, and no new key replaces it", () => {
    const store = keyStore();
    const first = obtain(store);
    const mark = first.kind === "os" ? fingerprintOf(first.key) : "";
    const before = readdirSync(folder);
    store.usable = false;
    const gone = obtain(store, mark);
    store.usable = true;
    store.locked = true;
    const locked = obtain(store, mark);
    const another = obtain(keyStore(), mark);
    expect([gone, locked, another]).toEqual(
      [gone, locked, another].map(() => ({
        kind: "lost",
        message: expect.stringContaining("start Packbench again") as string,
      })),
    );
    expect(readdirSync(folder)).toEqual(before);
    store.locked = false;
    expect(keyFrom(obtain(store, mark))).toBe(keyFrom(first));
  });

  it("the key is found again in a restored key file, and the other store's key is renamed, not overwritten", () => {
    const first = keyStore();
    const key = obtain(first);
    const mark = key.kind === "os" ? fingerprintOf(key.key) : "";
    writeFileSync(plain(), keyFrom(key));
    expect(keyFrom(obtain(keyStore(), mark))).toBe(keyFrom(key));
    const aside =
      readdirSync(folder).find((name) => name.startsWith("secrets.sealed.before-")) ?? "";
    expect(keyOf(first.open(readFileSync(join(folder, aside))))).toEqual(keyOf(keyFrom(key)));
  });

  it("a key file with another key does not replace the key", () => {
    const store = keyStore();
    const key = obtain(store);
    const mark = key.kind === "os" ? fingerprintOf(key.key) : "";
    makeKeyFile(plain());
    expect([keyFrom(obtain(store, mark)), existsSync(plain())]).toEqual([keyFrom(key), true]);
  });
});
