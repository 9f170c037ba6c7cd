/** Loads the layout files `resources/labels/<name>.json`, with shared parts inserted. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "../../base/json.ts";
import type { LayoutFact } from "../label-renderer.ts";
import { layoutSchema, partsSchema, type LabelLayout, type LayoutNode } from "./layout.schema.ts";

const IS_LAYOUT = /^(?!parts(-\d+)?\.json$|layout\.schema\.json$).*\.json$/;

/** Every layout of this version, by `<name>@<version>`. */
export type Layouts = ReadonlyMap<string, LabelLayout>;

/** Returns the key of a layout. */
export function layoutKey({
  name,
  version,
}: {
  readonly name: string;
  readonly version: number;
}): string {
  return `${name}@${version}`;
}

/** Returns the facts about layouts that people are shown, sorted by name and version. */
export function layoutFacts(layouts: Layouts): LayoutFact[] {
  return [...layouts.values()]
    .map(({ name, version, title, arrangements }) => ({
      name,
      version,
      title,
      least: arrangements.map(({ minWidth, minHeight }) => ({
        widthMm: minWidth,
        heightMm: minHeight,
      })),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version - b.version));
}

/**
 * Reads all layout files.
 *
 * @param resourcesDir The folder that contains `labels/`.
 * @throws Error that names the invalid file.
 */
export function loadLayouts(resourcesDir: string): Layouts {
  const folder = join(resourcesDir, "labels");
  const read = (file: string): string => readFileSync(join(folder, file), "utf8");
  const layouts = new Map<string, LabelLayout>();
  for (const file of readdirSync(folder).filter((name) => IS_LAYOUT.test(name))) {
    const layout = parseJson(read(file), layoutSchema, `the label layout ${file}`);
    const parts = parseJson(
      read(layout.parts),
      partsSchema,
      `${layout.parts} of the label layouts`,
    );
    const arrangements = layout.arrangements.map((one) => ({
      ...one,
      root: withParts(one.root, { parts, file, partsFile: layout.parts }),
    }));
    layouts.set(layoutKey(layout), { ...layout, arrangements });
  }
  return layouts;
}

type Shared = {
  readonly parts: Readonly<Record<string, LayoutNode>>;
  readonly file: string;
  readonly partsFile: string;
};

function withParts(node: LayoutNode, shared: Shared, depth = 0): LayoutNode {
  if (depth > 20) throw new Error(`${shared.partsFile}: parts contain each other`);
  const inside = (child: LayoutNode): LayoutNode => withParts(child, shared, depth + 1);
  switch (node.kind) {
    case "part": {
      const part = shared.parts[node.name];
      if (part === undefined)
        throw new Error(
          `${shared.file} names the part ${node.name}, which ${shared.partsFile} does not have`,
        );
      return inside({
        ...part,
        ...(node.share === undefined ? {} : { share: node.share }),
        ...(node.width === undefined ? {} : { width: node.width }),
      });
    }
    case "column":
    case "row":
      return { ...node, children: node.children.map(inside) };
    case "panel":
      return { ...node, child: inside(node.child) };
    default:
      return node;
  }
}
