import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fileSecrets, keySecrets, type KeyMark } from "../../../core/station/secrets.ts";
import { temporaryFolder } from "../../helpers/folders.ts";

function markOf(): KeyMark {
  let kept: string | undefined;
  return { read: () => kept, write: (fingerprint) => void (kept = fingerprint) };
}

describe("secrets under a key file", () => {
  it("a secret decrypts to the same text, also after a restart, and never encrypts to the same bytes twice", () => {
    const path = join(temporaryFolder(), "secrets.key");
    const mark = markOf();
    const secrets = fileSecrets(path, mark);
    const [one, two] = [secrets.encrypt("gizli ŞİFRE 🔑"), secrets.encrypt("gizli ŞİFRE 🔑")];
    expect(one).not.toBe(two);
    expect(one + two).not.toContain("gizli");
    expect([secrets.decrypt(one), fileSecrets(path, mark).decrypt(two)]).toEqual([
      "gizli ŞİFRE 🔑",
      "gizli ŞİFRE 🔑",
    ]);
  });

  it("only the station's user may read the key", () => {
    const path = join(temporaryFolder(), "secrets.key");
    fileSecrets(path, markOf()).encrypt("x");
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("a missing, damaged or different key is E2050, and no new key replaces it", () => {
    const path = join(temporaryFolder(), "secrets.key");
    const mark = markOf();
    const sealed = fileSecrets(path, mark).encrypt("x");
    rmSync(path);
    const said = (run: () => unknown): unknown => {
      try {
        return run();
      } catch (error) {
        return (error as { code?: string }).code;
      }
    };
    expect([
      said(() => fileSecrets(path, mark).decrypt(sealed)),
      said(() => fileSecrets(path, mark).encrypt("y")),
    ]).toEqual(["E2050", "E2050"]);
    expect(said(() => statSync(path))).toBe("ENOENT");
    writeFileSync(path, "not a key");
    expect(said(() => fileSecrets(path, mark).encrypt("y"))).toBe("E2050");
    writeFileSync(path, Buffer.alloc(32, 7).toString("base64"));
    expect(said(() => fileSecrets(path, mark).encrypt("y"))).toBe("E2050");
  });

  it("an encrypted text with one changed bit is E2050", () => {
    const secrets = keySecrets(Buffer.alloc(32, 1), "os");
    const bytes = Buffer.from(secrets.encrypt("amount 1").slice(3), "base64");
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    expect(() => secrets.decrypt(`v1:${bytes.toString("base64")}`)).toThrow(
      expect.objectContaining({ code: "E2050" }),
    );
  });
});
