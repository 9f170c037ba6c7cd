import { expect, it } from "vitest";
import { createStore } from "zustand";
import { createNoticeSlice, noticeOf } from "../../../../renderer/features/pack/notice.slice.ts";
import type { PackStep } from "../../../../renderer/features/pack/pack-step.ts";
import { parcel, printJob, shipment } from "../../fixtures.ts";

const OFFERS: PackStep = { step: "offers", parcel: parcel(), offerID: null, lost: null };
const NOTICE = { kind: "nothingToCancel", order: "10482", last: null } as const;

function noticeAt(
  place: PackStep,
  notice: Parameters<ReturnType<typeof createNoticeSlice>["showNotice"]>[0],
) {
  const store = createStore(createNoticeSlice);
  store.getState().showNotice(notice, place);
  return store.getState();
}

it("a notice stays while the order is weighed and sized, and disappears with another order or step", () => {
  const { placedNotice } = noticeAt(OFFERS, NOTICE);
  const places: PackStep[] = [
    OFFERS,
    { step: "measuring", parcel: parcel(), offerID: null, measure: "weight" },
    { step: "quoting", parcel: parcel(), offerID: null, measures: { weight: "2" } as never },
    { ...OFFERS, parcel: parcel({ shipment: shipment({ id: "other" }) }) },
    { step: "closed", parcel: parcel() },
  ];
  expect(places.map((pack) => noticeOf({ placedNotice, pack, printJobs: [] }))).toEqual([
    NOTICE,
    NOTICE,
    NOTICE,
    null,
    null,
  ]);
});

it("the notice of a waiting label disappears when the label is confirmed or its outcome is unknown", () => {
  const notice = { kind: "notDoubled", order: "10482", job: printJob() } as const;
  const { placedNotice } = noticeAt(OFFERS, notice);
  const statuses = ["QUEUED", "SENDING", "CONFIRMED", "UNKNOWN"] as const;
  expect(
    statuses.map((status) =>
      noticeOf({ placedNotice, pack: OFFERS, printJobs: [printJob({ status })] }),
    ),
  ).toEqual([notice, notice, null, null]);
});
