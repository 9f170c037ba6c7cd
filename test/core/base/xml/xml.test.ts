import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { childrenOf, parseXml, textAt, xmlText } from "../../../../core/base/xml/xml.ts";
import { readSoap, soapRequest } from "../../../../core/http/outgoing/soap.ts";

describe("XML", () => {
  it("a text is read as it was written, without characters that XML cannot contain", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom("\r", "\n", "]]>", "&amp;", "&"),
            fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
          ),
        }),
        async (text) => {
          const read = await parseXml(xmlText([["a", [["b", text]]]]));
          const kept = text.replace(/(?![\t\n\r])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu, "").trim();
          expect(textAt(read, "b")).toBe(kept);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("reads prefixes, CDATA, comments, numbered characters, and repeated elements in their order", async () => {
    const read = await parseXml(
      `<?xml version="1.0"?>\n<n:a xmlns:n="u"><n:b>Ş&#305;&#x131; <![CDATA[<&amp;>]]></n:b><!-- <b> --><b i="1"/><b> x </b></n:a>`,
    );
    expect(read === undefined ? [] : childrenOf(read, "b").map(({ text }) => text)).toEqual([
      "Şıı <&amp;>",
      "",
      "x",
    ]);
  });

  it.each([
    ["nothing", ""],
    ["words", "Bad gateway"],
    ["HTML", "<!doctype html><html><body><br>busy</body></html>"],
    ["half an answer", "<a><b>x</b>"],
    ["a document type", `<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>`],
    ["an unknown entity", "<a>&nbsp;</a>"],
    ["two roots", "<a/><b/>"],
    ["a name of the language's objects", "<a><__proto__>x</__proto__></a>"],
    ["a comment without an end", "<a/><!-- "],
    ["very deep elements", "<a>".repeat(60) + "</a>".repeat(60)],
    ["four million characters", `<a>${"x".repeat(4_000_000)}</a>`],
    ["100,001 elements", `<a>${"<b/>".repeat(100_000)}</a>`],
  ])("reads %s as undefined", async (_what, text) => {
    expect(await parseXml(text)).toBeUndefined();
  });
});

describe("SOAP", () => {
  it("a request has one prefixed element, and its answer is the body's element or the words of a fault", async () => {
    const names = { namespace: "urn:x", operation: "ask", action: "" };
    const { headers, body } = soapRequest(names, [["key", "<1>"]]);
    expect([headers["SOAPAction"], body]).toEqual([
      '""',
      expect.stringContaining("<op:ask><key>&lt;1&gt;</key></op:ask></soapenv:Body>"),
    ]);
    expect(await readSoap(body)).toMatchObject({ element: { name: "ask" } });
    const fault = body.replace(
      /<op:ask>.*<\/op:ask>/,
      "<s:Fault><faultstring>no</faultstring></s:Fault>",
    );
    expect([await readSoap(fault), await readSoap("<html/>")]).toEqual([
      { fault: "no" },
      undefined,
    ]);
  });
});

it(
  "a long text is parsed like a short one, by a thread, so that other work goes on meanwhile",
  { tags: "all" },
  async () => {
    const row = "<row><code>1</code><words>Şubede &amp; yolda</words></row>";
    const text = `<all>${row.repeat(20_000)}</all>`;
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const element = await parseXml(text);
    clearInterval(timer);
    expect([element?.children.length, element?.children.at(-1)]).toEqual([
      20_000,
      {
        name: "row",
        text: "",
        children: [
          { name: "code", text: "1", children: [] },
          { name: "words", text: "Şubede & yolda", children: [] },
        ],
      },
    ]);
    expect(turns).toBeGreaterThan(20);
    expect(await parseXml(text.slice(0, -1))).toBeUndefined();
  },
);

it("two million characters of elements are refused at once, and 10,000 movements of a parcel are read", async () => {
  const started = performance.now();
  expect(await parseXml(`<a>${"<a/>".repeat(499_990)}</a>`)).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(2_000); // parsing them takes four seconds
  const movement = xmlText([
    [
      "dongu",
      [
        ["IKODU", "77"],
        ["IMERK", "PACKBENCH MERKEZİ"],
        ["ISAAT", "10:00:00"],
        ["ISLEM", "Sevk Edildi"],
        ["ITARIH", "21/11/2026"],
        ["siraNo", "1"],
      ],
    ],
  ]);
  expect((await parseXml(`<a>${movement.repeat(10_000)}</a>`))?.children).toHaveLength(10_000);
});
