import { describe, expect, it } from "vitest";
import { cutMiddle, MiddleCut } from "../../../renderer/ui/MiddleCut.tsx";
import { markupOf } from "../render.ts";

describe("cutting the middle of a number", () => {
  it("keeps a number of 16 characters whole", () => {
    expect(cutMiddle("TY-2026112144718")).toBe("TY-2026112144718");
  });

  it("keeps the first nine and the last four characters of a longer number", () => {
    expect(cutMiddle("TY-20261121-4471-6112")).toBe("TY-202611…6112");
  });

  it("gives the whole number to the tooltip and to screen readers", () => {
    const markup = markupOf(MiddleCut, { children: "TY-20261121-4471-6112" });
    expect(markup).toContain('title="TY-20261121-4471-6112"');
    expect(markup).toContain('<span class="hidden">TY-20261121-4471-6112</span>');
  });
});
