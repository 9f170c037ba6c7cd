import { describe, expect, it } from "vitest";
import { drawWarmUpLabel } from "../../../core/labels/warm-up.ts";
import { ROOM } from "./a-label.ts";

describe("warming up", () => {
  it("warming up draws and checks a whole label, so that all code of a print has run", async () => {
    expect(await drawWarmUpLabel(ROOM)).toBe(true);
  });
});
