/** A parcel's state is the same in the list of shipments, on its page, in the desk's day and in a file. */
import { expect, it } from "vitest";
import type { DeskDay } from "../../../../core/fulfilment/packing/packing.schema.ts";
import type { ShipmentDetail } from "../../../../core/fulfilment/history/history.schema.ts";
import type { ShipmentListRow } from "../../../../core/shipping/shipments/shipment-rows.schema.ts";
import { recordTracking } from "../../../../core/shipping/shipments/record-tracking.ts";
import { stateName } from "../../../../core/shipping/shipments/shipment-state.schema.ts";
import { STATUS_WORDS } from "../../../../core/shipping/shipments/status-words.ts";
import { boughtShipment, station } from "../../../helpers/station.ts";

it("each newest event gives one state on three screens and in a file", async () => {
  const s = await station();
  // The desk's day is read by the purchase's id, which the system's clock makes.
  s.clock.nowMs = Date.now();
  const events = [
    ["package_undeliverable", "package_lost"],
    ["package_lost", "information_received"],
    "information_received",
    "package_accepted",
    "package_departed",
    "out_for_delivery",
    "package_damaged",
    "package_lost",
    "return_to_sender",
    "delivered",
  ] as const;
  for (const subCode of events) {
    const { shipment } = await boughtShipment(s);
    for (const one of [subCode].flat()) {
      s.clock.nowMs += 1_000;
      recordTracking(s.core.deps, shipment.id, {
        subCode: one,
        details: "",
        statusDate: s.core.deps.now(),
        locationName: "",
      });
    }
  }
  const { list: rows } = (
    await s.desk<{ list: ShipmentListRow[] }>("GET", "/station/shipments/rows?limit=100")
  ).data;
  const { list: labels } = (await s.desk<DeskDay>("GET", "/station/packing/today")).data;
  const file = await fetch(`${s.url}/station/shipments.csv?language=en`, {
    headers: { authorization: `Bearer ${s.started.token}` },
  });
  const inFile = new Map(
    (await file.text()).split("\n").map((line) => {
      const [number, , state] = line.split(/[,;]/);
      return [Number(/\d+/.exec(number ?? "")?.[0]), state?.replaceAll(`"`, "")] as const;
    }),
  );
  const states = [];
  for (const row of rows) {
    const { data } = await s.desk<ShipmentDetail>("GET", `/station/shipments/${row.id}`);
    const label = labels.find(({ shipmentID }) => shipmentID === row.id);
    states.push([
      stateName(row),
      stateName({
        status: data.shipment.statusCode,
        isReturn: data.shipment.isReturn,
        isLost: data.isLost,
        event: data.event,
      }),
      label === undefined
        ? undefined
        : stateName({ ...label, status: label.statusCode, isReturn: false }),
    ]);
    expect(inFile.get(row.number)).toBe(STATUS_WORDS.en[stateName(row)]);
  }
  const wanted = [
    "DELIVERED",
    "RETURNED",
    "LOST",
    "DAMAGED",
    "OUT_FOR_DELIVERY",
    "SHIPPED",
    "HANDED_OVER",
    "TRACKING_CODE_CREATED",
    "LOST",
    "LOST",
  ];
  expect(states).toEqual(wanted.map((state) => [state, state, state]));
});
