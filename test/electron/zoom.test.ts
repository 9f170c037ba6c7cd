import { expect, it } from "vitest";
import { nextZoom } from "../../electron/windows/zoom.ts";

it("the zoom goes by steps from 80 to 200 %, and back to 100", () => {
  expect([
    nextZoom(1, "larger"),
    nextZoom(1, "smaller"),
    nextZoom(0.8, "smaller"),
    nextZoom(2, "larger"),
    nextZoom(1.2, "larger"),
    nextZoom(1.74, "usual"),
  ]).toEqual([1.1, 0.9, 0.8, 2, 1.25, 1]);
});
