import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { expect, it } from "vitest";
import { instant } from "../../../../../core/base/units.ts";
import { priceParcel } from "../../../../../core/shipping/carriers/ratecard/price-parcel.ts";
import { rateCardSchema } from "../../../../../core/shipping/carriers/ratecard/rate-card.schema.ts";
import { RESOURCES } from "../../../../helpers/station.ts";

const file = readFileSync(join(RESOURCES, "samples/rate-cards.json"), "utf8");
const cards = z.array(rateCardSchema).parse(JSON.parse(file));

/** Finds the delivery days of a service whose price is requested at this instant. */
function daysAt(at: string): (string | undefined)[] {
  const card = cards.find(({ services }) => services.some((one) => one.appointments !== undefined));
  const service = card?.services.find((one) => one.appointments !== undefined);
  if (card === undefined || service === undefined) throw new Error("no service has appointments");
  const to = {
    cityCode: service.toCities?.[0] ?? "34",
    countryCode: "TR",
    districtName: "",
    districtID: 0,
  };
  const parcel = { lengthCm: 20, widthCm: 20, heightCm: 10, weightKg: 1 };
  const priced = priceParcel(card, service, { to, parcel, codAmount: null, at: instant(at) }, 10);
  return "quote" in priced ? priced.quote.appointments.map((one) => one.scheduleDate) : [];
}

it("delivery is offered from tomorrow on, Turkish time, also between midnight and three there", () => {
  const [tuesdayEvening, wednesdayNight] = ["2026-11-24T20:59:00.000Z", "2026-11-24T21:01:00.000Z"];
  expect(daysAt(tuesdayEvening)[0]).toBe("2026-11-25");
  expect(daysAt(wednesdayNight)[0]).toBe("2026-11-26");
});

it("Sundays, Turkish time, are skipped", () => {
  const saturdayNight = "2026-11-27T22:00:00.000Z";
  expect(daysAt(saturdayNight)[0]).toBe("2026-11-30");
});
