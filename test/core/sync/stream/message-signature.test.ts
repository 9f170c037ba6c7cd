import { createUser } from "@nats-io/nkeys";
import { describe, expect, it } from "vitest";
import {
  isSigned,
  signedText,
  signerOf,
  verifierOf,
} from "../../../../core/sync/stream/message-signature.ts";

const MESSAGE = {
  subject: "ev.a.commit",
  id: "m1",
  number: 3,
  hlc: "00000000000a0000-a.1",
  version: 1,
  hash: "a1",
};

describe("the signature of a message", () => {
  const user = createUser();
  const sign = signerOf(new TextDecoder().decode(user.getSeed()));
  const key = verifierOf(user.getPublicKey());
  const other = verifierOf(createUser().getPublicKey());

  it("a signature is valid for the nkey library, and only if the sender's key is among the given keys", async () => {
    const text = signedText(MESSAGE);
    const signature = sign(text);
    expect(user.verify(new TextEncoder().encode(text), Buffer.from(signature, "base64"))).toBe(
      true,
    );
    expect(await isSigned(text, signature, [other, key])).toBe(true);
    expect(await isSigned(text, signature, [other])).toBe(false);
    expect(await isSigned(text, signature, [])).toBe(false);
    for (const bad of ["", "x", "ş".repeat(100), signature.slice(4)])
      expect(await isSigned(text, bad, [key])).toBe(false);
  });

  it.each([
    { subject: "ev.b.commit" },
    { id: "m2" },
    { number: 4 },
    { hlc: "00000000000b0000-a.1" },
    { version: 2 },
    { hash: "a2" },
  ])("the signature covers %j", async (change) => {
    expect(
      await isSigned(signedText({ ...MESSAGE, ...change }), sign(signedText(MESSAGE)), [key]),
    ).toBe(false);
  });

  it.each(["", "U", "u".repeat(56), "SUXX"])("the text %j is rejected as a key", (text) => {
    expect(() => verifierOf(text)).toThrow("not the text of an nkey");
  });
});
