import fc from "fast-check";
import { expect, it } from "vitest";
import { slide } from "../../../../core/labels/convert/slide.ts";

const page = fc
  .record({ width: fc.integer({ min: 1, max: 12 }), rows: fc.array(fc.nat(3), { minLength: 1 }) })
  .chain(({ width, rows }) =>
    // Few kinds of rows, so that many equal their neighbours, as on a label.
    fc
      .array(fc.uint8Array({ minLength: width, maxLength: width }), { minLength: 4, maxLength: 4 })
      .map((kinds) => ({
        width,
        height: rows.length,
        ink: Uint8Array.from(rows.flatMap((kind) => [...(kinds[kind] ?? [])])),
      })),
  );

it("the largest and smallest ink value around each dot equal the result of checking every dot of its square", () => {
  fc.assert(
    fc.property(
      page,
      fc.integer({ min: 1, max: 20 }),
      fc.nat(19),
      fc.boolean(),
      (drawn, side, far, isMost) => {
        const by = { side, back: Math.min(far, side - 1), isMost };
        expect([...slide(drawn, by)]).toEqual(byLooking(drawn, by));
      },
    ),
  );
});

/**
 * @returns The most or least ink for each dot, among the dots of its square that are on the page.
 */
function byLooking(
  { width, height, ink }: Parameters<typeof slide>[0],
  { side, back, isMost }: Parameters<typeof slide>[1],
): readonly number[] {
  const found: number[] = [];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const seen: number[] = [];
      for (let to = Math.max(0, y - back); to < Math.min(height, y - back + side); to += 1)
        for (let at = Math.max(0, x - back); at < Math.min(width, x - back + side); at += 1)
          seen.push(ink[to * width + at] ?? 0);
      found.push(isMost ? Math.max(...seen) : Math.min(...seen));
    }
  return found;
}
