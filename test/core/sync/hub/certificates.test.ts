import { X509Certificate } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  certificateFiles,
  ensureCertificates,
} from "../../../../core/sync/hub/hub-certificates.ts";
import { temporaryFolder } from "../../../helpers/folders.ts";

const NOW = new Date();
const inDays = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);

describe("the hub's certificates", () => {
  it("the server's certificate is kept until a month before its end, and is then renewed under the same authority", async () => {
    const folder = temporaryFolder();
    const made = await ensureCertificates(folder, "Shop", NOW);
    expect(made.isRenewed).toBe(true);
    expect(await ensureCertificates(folder, "Shop", inDays(360))).toEqual({
      authority: made.authority,
      isRenewed: false,
    });
    expect(await ensureCertificates(folder, "Shop", inDays(370))).toEqual({
      authority: made.authority,
      isRenewed: true,
    });
    const chain = readFileSync(certificateFiles(folder).chain, "utf8");
    const [leaf, authority] = [
      new X509Certificate(chain),
      new X509Certificate(chain.slice(chain.lastIndexOf("-----BEGIN"))),
    ];
    expect(authority.fingerprint256).toBe(new X509Certificate(made.authority).fingerprint256);
    expect(leaf.verify(authority.publicKey)).toBe(true);
    expect(Date.parse(leaf.validTo)).toBeGreaterThan(inDays(700).getTime());
  });

  it("the server's certificate is renewed when a crash left the key of one certificate and the file of another", async () => {
    const [folder, other] = [temporaryFolder(), temporaryFolder()];
    const { authority } = await ensureCertificates(folder, "Shop", NOW);
    await ensureCertificates(other, "Shop", NOW);
    writeFileSync(certificateFiles(folder).key, readFileSync(certificateFiles(other).key));
    expect(await ensureCertificates(folder, "Shop", NOW)).toEqual({ authority, isRenewed: true });
    expect(await ensureCertificates(folder, "Shop", NOW)).toEqual({ authority, isRenewed: false });
  });

  it("a damaged key of the authority is an error and changes no file, because all stations recognize the hub by its authority", async () => {
    const folder = temporaryFolder();
    await ensureCertificates(folder, "Shop", NOW);
    writeFileSync(certificateFiles(folder).authorityKey, "");
    const contents = (): readonly string[] =>
      Object.values(certificateFiles(folder)).map((file) => readFileSync(file, "utf8"));
    const before = contents();
    await expect(ensureCertificates(folder, "Shop", NOW)).rejects.toThrow(
      "do not belong together, or one is damaged",
    );
    expect(contents()).toEqual(before);
  });
});
