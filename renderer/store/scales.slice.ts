/**
 * Scales and serial scanners of this desk with their present states: Pack shows the weight, Settings
 * sets them up.
 */
import type { StateCreator } from "zustand";
import { listScales, takeWeight } from "../../core/station/scales/scales.api.ts";
import type {
  DeviceState,
  DeviceStateName,
  LiveDevice,
} from "../../core/station/scales/scales.schema.ts";
import { call } from "../lib/bridge.ts";

export type ScalesSlice = {
  /** In the order in which they were set up; empty until first read. */
  readonly scales: readonly LiveDevice[];
  loadScales(): Promise<void>;
  /**
   * Takes the weight that `deskScale` shows for a parcel, so that it counts for no second one.
   *
   * @returns Grams; null when no weight counts.
   */
  takeShownWeight(): Promise<number | null>;
  /** Ends the parcel on all scales: a scale that is not empty weighs again only after it was empty. */
  endParcel(): Promise<void>;
};

/** Creates the slice with nothing read yet. */
export const createScalesSlice: StateCreator<ScalesSlice> = (set, get) => ({
  scales: [],
  async loadScales() {
    const scales = await call(listScales).catch(() => null);
    if (scales !== null) set({ scales: scales.list });
  },
  async takeShownWeight() {
    const scale = deskScale(get());
    const { state, grams = null } = scale?.now ?? {};
    if (scale === null || state !== "ready" || grams === null) return null;
    const params = { id: scale.device.id };
    const taken = await call(takeWeight, { params, body: { grams } }).catch(() => null);
    return taken === null ? null : grams;
  },
  async endParcel() {
    // The parcel may lie on any scale. Without an answer a scale is lost, and has no weight.
    await Promise.all(
      activeScales(get()).map(({ device: { id } }) =>
        call(takeWeight, { params: { id }, body: {} }).catch(() => null),
      ),
    );
  },
});

/** The scale that Pack shows. `several`: more than one has a weight, and nobody knows whose it is. */
export type DeskScale = Pick<LiveDevice, "device"> & {
  readonly now: Omit<DeviceState, "state"> & { readonly state: DeviceStateName | "several" };
};

/** One object, since a screen that selects it compares it with the last one. */
const SEVERAL: DeskScale["now"] = {
  state: "several",
  grams: null,
  unit: null,
  sample: null,
  message: null,
};

/**
 * Returns the scale whose weight Pack shows: the one that has a weight, otherwise the first that is
 * switched on. null: no scale is set up, or none is switched on.
 */
export function deskScale(store: Pick<ScalesSlice, "scales">): DeskScale | null {
  const on = activeScales(store);
  const [ready, other] = on.filter(({ now }) => now.state === "ready");
  if (ready !== undefined && other !== undefined) return { device: ready.device, now: SEVERAL };
  return ready ?? on[0] ?? null;
}

function activeScales({ scales }: Pick<ScalesSlice, "scales">): readonly LiveDevice[] {
  return scales.filter(({ device }) => device.kind === "scale" && device.isActive);
}
