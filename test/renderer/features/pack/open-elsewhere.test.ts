import { expect, it } from "vitest";
import type { WaitingOrder } from "../../../../core/station/station.schema.ts";
import type { SyncStatus } from "../../../../core/sync/sync.schema.ts";
import { OtherDesk } from "../../../../renderer/features/pack/parcel/OtherDesk.tsx";
import { WaitingList } from "../../../../renderer/features/pack/scan/WaitingList.tsx";
import { markedOf, nextAfter } from "../../../../renderer/features/pack/scan/waiting.slice.ts";
import { markupOf, textOf } from "../../render.ts";

const order = (shipmentID: string): WaitingOrder => ({
  shipmentID,
  orderNumber: shipmentID,
  shipmentNumber: 1,
  recipientName: "Elif",
  districtName: "Kadıköy",
  cityName: "İstanbul",
  weight: "",
  desi: "1",
  createdAt: "",
  boxNo: 1,
  holdReason: "",
});
const LIST = ["first", "second", "third"].map(order);
const waiting = { total: 3, list: LIST, held: [] };

/**
 * Returns a status in which another station has this order open, and this station a different
 * order.
 */
function openAt(shipmentID: string, member = "Ayşe"): SyncStatus {
  const station = (name: string, isThis: boolean, id: string) => ({
    id: name,
    name,
    isThis,
    packing: { shipmentID: id, number: 1, order: "", member, since: "" },
  });
  return {
    state: "in step",
    waiting: 0,
    conflicts: [],
    stations: [station("Desk 1", true, "third"), station("Desk 2", false, shipmentID)],
  } as unknown as SyncStatus;
}

it("Enter opens the marked order, otherwise the first order that is not open at another station, otherwise the first order", () => {
  expect(
    markedOf({ waiting, markedID: null, showsHeld: false, sync: openAt("first") })?.shipmentID,
  ).toBe("second");
  expect(
    markedOf({ waiting, markedID: "first", showsHeld: false, sync: openAt("first") })?.shipmentID,
  ).toBe("first");
  expect(
    markedOf({
      waiting: { ...waiting, list: [order("first")] },
      markedID: null,
      showsHeld: false,
      sync: openAt("first"),
    })?.shipmentID,
  ).toBe("first");
});

it("the next order after a purchase is not open at another station", () => {
  expect(nextAfter({ waiting, sync: openAt("second") }, "first")?.shipmentID).toBe("third");
  expect(nextAfter({ waiting, sync: null }, "first")?.shipmentID).toBe("second");
});

it("the waiting list names the other station only at the order that is open there", () => {
  const markup = markupOf(
    WaitingList,
    { keys: true },
    { waiting, sync: openAt("second"), showsHeld: false, markedID: null },
  );
  expect(textOf(markup)).toContain("second Elif Kadıköy / İstanbul – at Desk 2");
  expect(markup.match(/open-elsewhere/g)).toHaveLength(1);
});

it("two stations with the same name are distinguished by the end of their ids", () => {
  const sync = openAt("second");
  const twins = {
    ...sync,
    stations: sync.stations.map((station) => ({
      ...station,
      id: `station-${station.isThis ? "a1a1" : "b2b2"}`,
      name: "Desk",
    })),
  };
  expect(textOf(markupOf(OtherDesk, { shipmentID: "second" }, { sync: twins }))).toMatch(
    /^Being packed at Desk \(b2b2\) \(Ayşe\)/,
  );
});

it("an order that is open at another station shows who packs it there, and any other order shows nothing", () => {
  expect(textOf(markupOf(OtherDesk, { shipmentID: "second" }, { sync: openAt("second") }))).toBe(
    "Being packed at Desk 2 (Ayşe) You can go on here: the label is bought once, at the desk that buys first.",
  );
  expect(
    textOf(markupOf(OtherDesk, { shipmentID: "second" }, { sync: openAt("second", "") })),
  ).toMatch(/^Being packed at Desk 2 You/);
  expect(textOf(markupOf(OtherDesk, { shipmentID: "third" }, { sync: openAt("second") }))).toBe("");
});

it("a station that is cut off does not say that the order can be bought here, because the other station may have it", () => {
  expect(
    textOf(
      markupOf(
        OtherDesk,
        { shipmentID: "second" },
        { sync: { ...openAt("second"), state: "cut off" } },
      ),
    ),
  ).toBe("Being packed at Desk 2 (Ayşe)");
});
