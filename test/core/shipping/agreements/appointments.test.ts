import { expect, it } from "vitest";
import { instant } from "../../../../core/base/units.ts";
import { turkishDay } from "../../../../core/base/turkish-day.ts";
import { quoteService } from "../../../../core/shipping/agreements/quote-service.ts";
import { loadCalendar } from "../../../../core/shipping/geo/turkish-calendar.ts";
import { plainService, plainTariff } from "../../../helpers/agreements.ts";
import { RESOURCES } from "../../../helpers/folders.ts";

const calendar = loadCalendar(RESOURCES);
const ISTANBUL = { countryCode: "TR", cityCode: "34", districtID: 0 };

/** Finds the delivery days of a service whose price is requested at this instant. */
function daysAt(at: string): string[] {
  const quoted = quoteService(
    calendar,
    { tariff: plainTariff(), providerCode: "GERCEK", zone: 0 },
    plainService({ appointments: { days: 3, amount: 500 } }),
    {
      from: ISTANBUL,
      to: ISTANBUL,
      parcel: { lengthCm: 20, widthCm: 20, heightCm: 10, weightKg: 1 },
      isReturn: false,
      cashOnDelivery: null,
      declaredValue: null,
      at: instant(at),
      day: turkishDay(at),
    },
  );
  return "price" in quoted ? quoted.appointments.map((one) => one.scheduleDate) : [];
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
