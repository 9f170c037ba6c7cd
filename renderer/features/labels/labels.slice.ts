/**
 * State of the Labels screen: pictures of each layout on a chosen paper, and the organization's
 * settings for new labels.
 */
import type { StateCreator } from "zustand";
import { namesOf } from "../../../core/base/objects.ts";
import { LABEL_MEDIA, type Media } from "../../../core/db/documents/media.schema.ts";
import { listLabelLayouts, previewLabel } from "../../../core/labels/labels.api.ts";
import type {
  LabelLayoutFact,
  LabelPreview,
  LabelSample,
} from "../../../core/labels/preview.schema.ts";
import type { Dpi } from "../../../core/labels/labels.schema.ts";
import {
  getOrganization,
  updateOrganization,
} from "../../../core/organizations/organizations.api.ts";
import type { Organization } from "../../../core/organizations/organizations.schema.ts";
import { listPrinters } from "../../../core/printing/printers.api.ts";
import type { PrinterRecord } from "../../../core/printing/printers.schema.ts";
import { call } from "../../lib/bridge.ts";
import { failureOf, type Failure } from "../../lib/failure.ts";
import type { GetState, SetState } from "../../store/slice-state.ts";

/** Paper, density and sample of the pictures. */
type Shown = Media & {
  readonly dpi: Dpi;
  readonly sample: Extract<LabelSample, "short" | "long" | "arabic" | "hebrew" | "han" | "hangul">;
};

type Picture =
  | { readonly step: "drawing" }
  | { readonly step: "drawn"; readonly preview: LabelPreview }
  | { readonly step: "failed"; readonly failure: Failure };

type LabelSettings = Pick<Organization, "labelLayout" | "maskPhonesOnLabel" | "labelLogo">;
/** `what`: the setting that was not saved. */
type Saving =
  | { readonly step: "none" | "saving" | "saved" }
  | {
      readonly step: "failed";
      readonly what: keyof LabelSettings | undefined;
      readonly failure: Failure;
    };

export type LabelsSlice = {
  readonly shown: Shown;
  readonly layouts: readonly LabelLayoutFact[];
  /** The pictures, by layout name. */
  readonly pictures: Readonly<Record<string, Picture>>;
  /** Printers whose papers are offered first. */
  readonly labelPrinters: readonly PrinterRecord[];
  /** undefined until the settings are read. */
  readonly labelSettings: LabelSettings | undefined;
  readonly savingLabels: Saving;
  readonly labelsFailure: Failure | null;
  loadLabels(organizationID: string): Promise<void>;
  showLabels(change: Partial<Shown>): void;
  saveLabels(organizationID: string, change: Partial<LabelSettings>): Promise<void>;
  /**
   * Saves a picture as the logo.
   *
   * @param picture The file's data URL; rejects when the file cannot be read.
   */
  saveLogo(organizationID: string, picture: Promise<string>): Promise<void>;
};

/** Code: the file could not be used. */
const UNUSABLE_FILE = "E2029";

type Put = SetState<LabelsSlice>;
type Get = GetState<LabelsSlice>;

/** Creates the slice with nothing read yet. */
export const createLabelsSlice: StateCreator<LabelsSlice> = (set, get) => ({
  shown: { ...LABEL_MEDIA, dpi: 203, sample: "short" },
  layouts: [],
  pictures: {},
  labelPrinters: [],
  labelSettings: undefined,
  savingLabels: { step: "none" },
  labelsFailure: null,
  ...labelPictures(set, get),
  ...labelSaving(set, get),
});

/** Reads layouts, settings and printers, and draws the pictures of the layouts. */
function labelPictures(set: Put, get: Get): Pick<LabelsSlice, "loadLabels" | "showLabels"> {
  return {
    async loadLabels(organizationID) {
      set({ savingLabels: { step: "none" }, labelsFailure: null });
      try {
        const [layouts, settings, printers] = await Promise.all([
          call(listLabelLayouts),
          call(getOrganization, { params: { organizationID } }),
          call(listPrinters),
        ]);
        const own = printers.list.find(({ id }) => id === printers.roles.label);
        const isFirst = get().layouts.length === 0;
        const paper =
          isFirst && own !== undefined
            ? { widthMm: own.widthMm, heightMm: own.heightMm, dpi: own.dpi }
            : {};
        layouts.sort((a, b) => placeOf(a.name) - placeOf(b.name));
        set({
          layouts,
          labelSettings: settings,
          labelPrinters: printers.list,
          shown: { ...get().shown, ...paper },
        });
        await draw(set, get);
      } catch (error) {
        set({ labelsFailure: failureOf(error) });
      }
    },
    showLabels(change) {
      set({ shown: { ...get().shown, ...change } });
      void draw(set, get);
    },
  };
}

/**
 * Draws one picture after the other, and shows each as soon as it is drawn. Stops when the
 * pictures must be drawn again: for another paper, density, sample or setting.
 */
async function draw(set: Put, get: Get): Promise<void> {
  const { shown, layouts } = get();
  for (const { name } of layouts) {
    const picture = await call(previewLabel, { body: { ...shown, layout: name } }).then(
      (preview): Picture => ({ step: "drawn", preview }),
      (error: unknown): Picture => ({ step: "failed", failure: failureOf(error) }),
    );
    if (get().shown !== shown) return;
    set({ pictures: { ...get().pictures, [name]: picture } });
  }
}

/** Saves the user's choices one after the other, so that the last choice is the stored one. */
function labelSaving(set: Put, get: Get): Pick<LabelsSlice, "saveLabels" | "saveLogo"> {
  let saved = Promise.resolve();
  return {
    saveLabels(organizationID, change) {
      saved = saved.then(async () => {
        set({ savingLabels: { step: "saving" } });
        try {
          const labelSettings = await call(updateOrganization, {
            params: { organizationID },
            body: change,
          });
          set({ labelSettings, savingLabels: { step: "saved" } });
          get().showLabels({});
        } catch (error) {
          set({
            savingLabels: { step: "failed", what: namesOf(change)[0], failure: failureOf(error) },
          });
        }
      });
      return saved;
    },
    async saveLogo(organizationID, picture) {
      try {
        await get().saveLabels(organizationID, { labelLogo: await picture });
      } catch (error) {
        const failure = { ...failureOf(error), code: UNUSABLE_FILE };
        set({ savingLabels: { step: "failed", what: "labelLogo", failure } });
      }
    },
  };
}

/** Layouts for most parcels come first and are drawn first. */
const FIRST = ["standard", "compact"];

function placeOf(layout: string): number {
  const place = FIRST.indexOf(layout);
  return place === -1 ? FIRST.length : place;
}
