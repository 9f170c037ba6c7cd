/**
 * Labels arranged for tests, and measurements of them: the ink of each text from its glyphs'
 * outlines. Lengths are mm.
 */
import { arrangeLabel } from "../../../../core/labels/layout/arrange-label.ts";
import type { ArrangedLabel, LabelItem, TextItem } from "../../../../core/labels/layout/items.ts";
import { layoutKey } from "../../../../core/labels/layout/layouts.ts";
import { leastSize } from "../../../../core/labels/layout/part.ts";
import type { Dpi, LabelModel } from "../../../../core/labels/labels.schema.ts";
import type { FontID } from "../../../../core/labels/text/glyphs.ts";
import { dotsPerMmOf } from "../../../../core/labels/dots.ts";
import { FONTS, LAYOUTS, ODD_PAPERS, PAPERS } from "../a-label.ts";

type Ink = {
  readonly what: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};
type Bounds = readonly [number, number, number, number];

const known = new Map<string, Bounds | undefined>();

/** Bounds of a glyph, ems; undefined without ink. */
function boundsOf(font: FontID, id: number): Bounds | undefined {
  const key = `${font} ${id}`;
  if (!known.has(key)) {
    const face = FONTS.face(font);
    const points = face
      .outline(id)
      .flatMap(({ args }) => args.map((value) => value / face.unitsPerEm));
    const xs = points.filter((_, i) => i % 2 === 0);
    const ys = points.filter((_, i) => i % 2 === 1);
    known.set(
      key,
      xs.length === 0
        ? undefined
        : [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
    );
  }
  return known.get(key);
}

/** The ink that a text really leaves, from its glyphs' outlines. */
export function inkOf(item: TextItem): Ink {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let tracked = 0;
  for (const run of item.line.runs) {
    for (const glyph of run.glyphs) {
      const bounds = boundsOf(run.font, glyph.id);
      if (bounds !== undefined) {
        left = Math.min(left, item.x + tracked + (glyph.x + bounds[0]) * item.size);
        right = Math.max(right, item.x + tracked + (glyph.x + bounds[2]) * item.size);
        top = Math.min(top, item.baseline - (glyph.y + bounds[3]) * item.size);
        bottom = Math.max(bottom, item.baseline - (glyph.y + bounds[1]) * item.size);
      }
      if (glyph.text !== "") tracked += item.tracking;
    }
  }
  return { what: `${item.field} "${item.line.text.slice(0, 40)}"`, left, top, right, bottom };
}

export function inks(items: readonly LabelItem[]): Ink[] {
  return items.flatMap((item) => {
    if (item.kind === "mark") return [];
    if (item.kind === "text") return [inkOf(item)];
    return [
      {
        what: item.kind,
        left: item.x,
        top: item.y,
        right: item.x + item.w,
        bottom: item.y + item.h,
      },
    ];
  });
}

/** Finds items whose ink overlaps; letters of one line may overlap. */
export function clashes(all: readonly Ink[]): string[] {
  const found: string[] = [];
  all.forEach((a, i) => {
    for (const b of all.slice(i + 1)) {
      const overlap = Math.min(
        Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
      );
      if (overlap > 0.06) found.push(`${a.what} × ${b.what}: ${overlap.toFixed(2)} mm`);
    }
  });
  return found;
}

function outside(all: readonly Ink[], box: Omit<Ink, "what">): string[] {
  return all
    .filter(
      (ink) =>
        ink.left < box.left ||
        ink.top < box.top ||
        ink.right > box.right ||
        ink.bottom > box.bottom,
    )
    .map((ink) => ink.what);
}

const EDGE_MM = 1;

export function faultsOf({ items, widthMm, heightMm, dpi }: ArrangedLabel): string[] {
  const panels = items.filter((item) => item.kind === "panel");
  const texts = [...items, ...panels.flatMap((panel) => panel.texts)].filter(
    (item) => item.kind === "text",
  );
  return [
    ...clashes(inks(items)),
    ...panels.flatMap((panel) => clashes(panel.texts.map(inkOf))),
    ...outside(inks(items), {
      left: EDGE_MM,
      top: EDGE_MM,
      right: widthMm - EDGE_MM,
      bottom: heightMm - EDGE_MM,
    }),
    ...panels.flatMap((panel) =>
      outside(panel.texts.map(inkOf), {
        left: panel.x,
        top: panel.y,
        right: panel.x + panel.w,
        bottom: panel.y + panel.h,
      }),
    ),
    ...texts
      .filter((item) => item.size < leastSize({ fonts: FONTS, dpi }, "bold", "") - 1e-9)
      .map((item) => `${item.field} at ${item.size} mm`),
    ...items.flatMap((item) =>
      item.kind === "code128" ? symbolFaults(item, { widthMm, dpi }) : [],
    ),
  ];
}

function symbolFaults(
  item: Extract<LabelItem, { kind: "code128" }>,
  { widthMm, dpi }: { readonly widthMm: number; readonly dpi: Dpi },
): string[] {
  const module = item.moduleDots / dotsPerMmOf(dpi);
  const least = item.field === "barcode" ? Math.max(15, 0.15 * item.w) : 8;
  return [
    ...(module < 0.25 - 1e-6 ? [`a module of ${module} mm`] : []),
    ...(item.h < least - 1e-6 ? [`bars ${item.h} mm high, not ${least}`] : []),
    ...(Math.min(item.x, widthMm - item.x - item.w) < 10 * module - 1e-6
      ? ["a quiet zone beyond the paper"]
      : []),
  ];
}

/** The whole text of a field on the label, without spaces and line breaks. */
export function shown(label: ArrangedLabel, field: string): string {
  const texts = label.items.flatMap((item) =>
    item.kind === "panel" ? item.texts : item.kind === "text" ? [item] : [],
  );
  return plain(
    texts
      .filter((item) => item.field === field)
      .map((item) => item.line.text)
      .join(""),
  );
}

export function plain(text: string): string {
  return text.replace(/\s/g, "");
}

export const ALL_PAPERS = { ...PAPERS, ...ODD_PAPERS };

export function arranged(
  model: LabelModel,
  paper: keyof typeof ALL_PAPERS,
  dpi: Dpi = 203,
): ArrangedLabel {
  const layout = LAYOUTS.get(layoutKey(model.layout));
  if (layout === undefined) throw new Error("no such layout");
  const [widthMm, heightMm] = ALL_PAPERS[paper];
  return arrangeLabel(model, layout, FONTS, { media: { widthMm, heightMm }, dpi });
}

export const papers = Object.keys(PAPERS).filter(
  (name): name is keyof typeof PAPERS => name in PAPERS,
);
export const oddPapers = Object.keys(ODD_PAPERS).filter(
  (name): name is keyof typeof ODD_PAPERS => name in ODD_PAPERS,
);
