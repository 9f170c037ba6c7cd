import { expect, it } from "vitest";
import { readPng } from "../../../../core/labels/convert/read-png.ts";

/** The header of a PNG without dots. */
function head(width: number, height: number, depth: number, colour: number): Buffer {
  const data = Buffer.alloc(25);
  data.writeUInt32BE(13, 0);
  data.write("IHDR", 4, "latin1");
  data.writeUInt32BE(width, 8);
  data.writeUInt32BE(height, 12);
  data.set([depth, colour, 0, 0, 0], 16);
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), data]);
}

it.each([
  [1, 39_999_999, 8, 0, "The PNG is longer than 20000 dots. Cut it to the label."],
  [39_999_999, 1, 8, 0, "The PNG is longer than 20000 dots. Cut it to the label."],
  [7_000, 7_000, 8, 0, "The PNG has more than 40 million dots."],
  [6_300, 6_300, 16, 6, "The PNG is too large with its colours. Save it in shades of grey."],
  [4_960, 7_016, 8, 6, "The PNG could not be read: it is damaged."],
])(
  "a PNG of %i × %i dots of %i bits and colour type %i is rejected: %s",
  (width, height, depth, colour, message) => {
    expect(() => readPng(head(width, height, depth, colour))).toThrow(
      expect.objectContaining({ code: "E2029", message }),
    );
  },
);
