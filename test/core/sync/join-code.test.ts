import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJoinCode, makeJoinCode, type JoinCode } from "../../../core/sync/join-code.ts";

const code: JoinCode = {
  hosts: ["192.168.1.20", "shop-server", "fd00::7", "127.0.0.1"],
  port: 4222,
  fingerprint: "00112233445566778899aabbccddeeff",
  id: "0123456789",
  secret: "ffeeddccbbaa99887766554433221100",
};
const word = makeJoinCode(code);

describe("a join code", () => {
  it("a join code is one word of capital letters and digits after its prefix", () =>
    expect(word).toMatch(/^PB1-[0-9A-HJKMNP-TV-Z]+$/));

  it.each([
    ["alone", word],
    ["in a line of JSON", JSON.stringify({ url: "tls://192.168.1.20:4222", joinCode: word })],
    ["in a sentence", `Use “${word}”, please.`],
    ["with words behind it", `${word} is the code of today`],
    ["in small letters", word.toLowerCase()],
    ["broken into lines and quoted in a mail", `> ${word.replace(/(.{20})/g, "$1\r\n> ")}`],
    ["with spaces in it", word.replace(/(.{5})/g, "$1 ")],
    [
      "with letters that look like its digits",
      word.replace(/(?<=-.*)0/g, "o").replace(/(?<=-.*)1/g, "l"),
    ],
    ["behind a damaged code", `${word.slice(0, 30)} ${word}`],
  ])("a join code is found %s", (_how, text) => expect(findJoinCode(text)).toEqual(code));

  it.each([
    ["a code cut at its end", word.slice(0, -1)],
    ["a code cut in its middle", word.slice(0, 60)],
    ["a code without its prefix", word.slice(4)],
    ["a prefix alone", "PB1-"],
    ["an empty text", ""],
  ])("no join code is found in %s", (_how, text) => expect(findJoinCode(text)).toBeUndefined());

  it("a join code with any one character but the last exchanged is not accepted", () => {
    const found = Array.from(word.slice(4)).flatMap((sign, at) => {
      const altered = word.slice(0, 4 + at) + (sign === "7" ? "8" : "7") + word.slice(5 + at);
      const read = findJoinCode(altered);
      // The last character has bits that belong to no byte.
      return read === undefined || at === word.length - 5 ? [] : [altered];
    });
    expect(found).toEqual([]);
  });

  it("a join code decodes to the hosts, port, fingerprint, id and secret that it was made from", () => {
    const hex = (bytes: number) =>
      fc
        .uint8Array({ minLength: bytes, maxLength: bytes })
        .map((array) => Buffer.from(array).toString("hex"));
    const host = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.domain().filter((name) => name.length < 40),
    );
    const any = fc.record({
      hosts: fc.array(host, { minLength: 1, maxLength: 4 }),
      port: fc.integer({ min: 1, max: 65_535 }),
      fingerprint: hex(16),
      id: hex(5),
      secret: hex(16),
    });
    fc.assert(
      fc.property(any, (one) => void expect(findJoinCode(makeJoinCode(one))).toEqual(one)),
      { numRuns: 200 },
    );
  });

  it("a join code omits hosts for which it has no room, but never the last host", () => {
    const hosts = [
      ...Array.from({ length: 30 }, (_, at) => `a-rather-long-name-${at}.example.com`),
      "127.0.0.1",
    ];
    const found = findJoinCode(makeJoinCode({ ...code, hosts }));
    expect(found?.hosts.at(-1)).toBe("127.0.0.1");
    expect(found?.hosts[0]).toBe(hosts[0]);
  });
});
