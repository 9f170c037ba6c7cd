import { describe, expect, it } from "vitest";
import { holderText } from "../../core/http/port-holder.ts";
import type { BadStart } from "../../electron/core-messages.ts";
import { languageOf, retryWord, wordsFor } from "../../electron/windows/bad-start-words.ts";

const FOLDER = "/srv/packbench";
const REASONS: readonly BadStart[] = [
  { name: "FolderInUseError", message: "in use", holder: "process 42" },
  { name: "PortTakenError", message: "taken", port: 4747 },
  { name: "DatabaseIsNewerError", message: "schema 99" },
  { name: "DamagedDatabaseError", message: "The file is damaged." },
  { name: "DiskFaultError", message: "ENOSPC: no space left on device" },
  { name: "DataFolderError", message: "This data folder was written by a trial version." },
];

describe("the words of a bad start", () => {
  it("the words name the folder or the port in both languages, and differ between the languages", () => {
    for (const why of REASONS) {
      const [en, tr] = [wordsFor(why, FOLDER, "en"), wordsFor(why, FOLDER, "tr")];
      for (const { text } of [en, tr])
        expect(text).toContain(why.name === "PortTakenError" ? "4747" : FOLDER);
      expect([why.name, en.title === tr.title, en.text === tr.text]).toEqual([
        why.name,
        false,
        false,
      ]);
    }
    expect(retryWord("en")).not.toBe(retryWord("tr"));
  });

  it("the words name the program that uses the folder, and the English words show the message of any other cause unchanged", () => {
    expect(
      wordsFor({ name: "FolderInUseError", message: "", holder: "process 42" }, FOLDER, "en").text,
    ).toContain("process 42");
    expect(wordsFor({ name: "RangeError", message: "out of range" }, FOLDER, "en").text).toBe(
      "out of range",
    );
  });

  it("the Turkish words of every cause show no sentence of the core", () => {
    const message = "A sentence of the core.";
    const names = [
      ...REASONS.map(({ name }) => name),
      "PolicyError",
      "AddressError",
      "ApiAccessError",
      "OtherMachineError",
      "RangeError",
    ];
    const texts = names.map((name) => wordsFor({ name, message }, FOLDER, "tr").text);
    expect(texts.filter((text) => text.includes(message) || text === "")).toEqual([]);
  });

  it("the words of a damaged database name its file and the way to a backup", () => {
    const words = (language: "en" | "tr") =>
      wordsFor({ name: "DamagedDatabaseError", message: "" }, FOLDER, language);
    expect(words("en").text).toMatch(/packbench\.db.*restore a backup/);
    expect(words("tr").text).toMatch(/packbench\.db.*yedeği geri yükleyin/);
  });

  it("the words blame the disk only for a disk fault", () => {
    const texts = (name: string) =>
      (["en", "tr"] as const).map(
        (language) =>
          wordsFor({ name, message: "It is of a trial version." }, FOLDER, language).text,
      );
    expect(texts("DataFolderError").filter((text) => /disk/i.test(text))).toEqual([]);
    expect(texts("DiskFaultError").filter((text) => /disk/i.test(text))).toHaveLength(2);
  });

  it("the words are in the chosen language, and without a choice in Turkish on a Turkish system and in English on any other", () => {
    expect([
      languageOf("en", "tr-TR"),
      languageOf(undefined, "tr-TR"),
      languageOf(undefined, "tr"),
      languageOf(undefined, "de-DE"),
      languageOf(undefined, "trv"),
    ]).toEqual(["en", "tr", "tr", "en", "en"]);
  });

  it("the Turkish words describe any holder of the port, without an English word", () => {
    const text = (holder: string): string =>
      wordsFor({ name: "PortTakenError", message: "", port: 4747, holder }, FOLDER, "tr").text;
    const holders = [
      { pid: 812, program: "nginx" },
      { pid: 812, program: "" },
      { pid: null, program: "" },
      { pid: null, program: "", uid: 1_001 },
      undefined,
    ].map(holderText);
    expect([...holders, ""].map((holder) => text(holder).split(",")[0])).toEqual([
      "nginx (812 numaralı işlem)",
      "812 numaralı işlem",
      "Başka bir kullanıcının programı",
      "1001 numaralı kullanıcının bir programı",
      "Başka bir program",
      "Başka bir program",
    ]);
    expect(
      holders.map(text).filter((words) => /process|program of|another|user/.test(words)),
    ).toEqual([]);
  });
});
