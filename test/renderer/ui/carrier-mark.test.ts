import { expect, it } from "vitest";
import { CarrierMark } from "../../../renderer/ui/CarrierMark.tsx";
import { markupOf } from "../render.ts";

it("a carrier has the same mark by its name and by its code, and the carriers of the sample prices have a colour each", () => {
  const mark = (name: string): string => markupOf(CarrierMark, { name });
  for (const [name, code] of [
    ["Sürat Kargo", "SURAT"],
    ["Kolay Gelsin", "KOLAYGELSIN"],
    ["Aras Kargo", "ARAS"],
    ["PTT Kargo", "PTT"],
    ["HepsiJet", "HEPSIJET"],
  ] as const)
    expect(mark(name)).toBe(mark(code));
  const colours = ["Sürat", "Kolay", "Aras", "PTT", "Hepsi"].map(
    (name) => /data-colour="(\d)"/.exec(mark(name))?.[1],
  );
  expect(new Set(colours).size).toBe(5);
  expect(mark("")).toBe("");
});
