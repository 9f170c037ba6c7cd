/**
 * The guides and their structure. The build parses the texts in resources/guides/ into this
 * structure (renderer/guide-bundle.ts).
 */
import type { Language } from "../../lib/format.ts";

export type Inline =
  | { readonly is: "text" | "code" | "key"; readonly text: string }
  | { readonly is: "strong" | "em"; readonly of: readonly Inline[] }
  /** `to`: "#anchor", or "owner.en.md#anchor" of another guide. */
  | { readonly is: "link"; readonly to: string; readonly of: readonly Inline[] };

export type Block =
  | {
      readonly is: "heading";
      readonly level: number;
      /** The heading's anchor. */
      readonly id: string;
      readonly of: readonly Inline[];
    }
  | { readonly is: "paragraph"; readonly of: readonly Inline[] }
  | {
      readonly is: "list";
      readonly ordered: boolean;
      readonly items: readonly (readonly Block[])[];
    }
  | {
      readonly is: "table";
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly is: "code"; readonly text: string };

export type Guide = { readonly title: string; readonly blocks: readonly Block[] };

export const GUIDE_NAMES = ["packer", "owner", "it", "api"] as const;
export type GuideName = (typeof GUIDE_NAMES)[number];

const FILES: Readonly<
  Record<GuideName, Readonly<Record<Language, () => Promise<{ readonly guide: Guide }>>>>
> = {
  packer: {
    en: () => import("../../../resources/guides/packer.en.md"),
    tr: () => import("../../../resources/guides/packer.tr.md"),
  },
  owner: {
    en: () => import("../../../resources/guides/owner.en.md"),
    tr: () => import("../../../resources/guides/owner.tr.md"),
  },
  it: {
    en: () => import("../../../resources/guides/it.en.md"),
    tr: () => import("../../../resources/guides/it.tr.md"),
  },
  api: {
    en: () => import("../../../resources/guides/api.en.md"),
    tr: () => import("../../../resources/guides/api.tr.md"),
  },
};

/** Reads a guide. Rejects when the guide's file cannot be read. */
export async function loadGuide(name: GuideName, language: Language): Promise<Guide> {
  return (await FILES[name][language]()).guide;
}

/** Returns the guide and the anchor that a link leads to; undefined for an unknown guide. */
export function placeOf(
  link: string,
  from: GuideName,
): { readonly name: GuideName; readonly anchor: string } | undefined {
  const [, file, anchor = ""] = /^(?:([a-z]+)\.(?:en|tr)\.md)?(?:#(.+))?$/.exec(link) ?? [];
  const name = file === undefined ? from : GUIDE_NAMES.find((known) => known === file);
  return name === undefined ? undefined : { name, anchor: decodeURIComponent(anchor) };
}
