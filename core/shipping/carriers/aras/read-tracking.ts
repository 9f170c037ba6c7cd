/** Reads the events of a parcel from its row, which has its waybill and its present state. */
import type { Instant } from "../../../base/units.ts";
import type { Tracked, TrackedEvent } from "../carrier.ts";
import { turkishInstant } from "../carrier-answers.ts";
import { OUR_CODE, type Row } from "./read-rows.ts";
import { isHeld, stateCode } from "./statuses.ts";

const PUBLIC_PAGE = "https://kargotakip.araskargo.com.tr/mainpage.aspx?code=";

/** Reads the asked parcels among rows. @param keys Purchase keys by our codes. */
export function readTracked(
  rows: readonly Row[],
  keys: ReadonlyMap<string, string>,
): readonly Tracked[] {
  return rows.flatMap((row) => {
    const purchaseKey = keys.get(row[OUR_CODE] ?? "");
    if (purchaseKey === undefined) return [];
    const number = row["KARGO_TAKIP_NO"] ?? "";
    const events = eventsOf(row);
    // Rows without a number have "0", or nothing.
    if (!/^\d{6,20}$/.test(number)) return [{ purchaseKey, events }];
    return [
      { purchaseKey, trackingNumber: number, trackingUrl: `${PUBLIC_PAGE}${number}`, events },
    ];
  });
}

function eventsOf(row: Row): readonly TrackedEvent[] {
  const codes = {
    state: row["DURUM_KODU"] ?? "",
    way: row["TIP_KODU"] ?? "",
    hold: (row["DEVIR_KODU"] ?? "").toLocaleUpperCase("tr"),
  };
  const subCode = stateCode(codes);
  const acceptedAt = momentOf(row["CIKIS_TARIH"], row["CIKIS_SAATI"]);
  // The waybill proves that a branch has the parcel.
  const accepted: readonly TrackedEvent[] =
    acceptedAt === undefined
      ? []
      : [
          {
            subCode: "package_accepted",
            // Words of a state would change with it, and the scan would be recorded again.
            description: "",
            location: row["CIKIS_SUBE"] ?? "",
            at: acceptedAt,
          },
        ];
  if (codes.state === "" || (subCode === "package_accepted" && accepted.length > 0))
    return accepted;
  const at = latest(acceptedAt, changedAt(row));
  const reason = codes.way === "3" ? row["IADE_NEDENI"] : isHeld(codes) ? row["DEVIR_NEDENI"] : "";
  return at === undefined
    ? accepted
    : [
        ...accepted,
        {
          subCode,
          description: [row["DURUMU"] ?? "", reason ?? ""].filter((text) => text !== "").join(": "),
          location: locationOf(codes.state, row),
          at,
        },
      ];
}

function changedAt(row: Row): Instant | undefined {
  const delivery =
    row["DURUM_KODU"] === "6" ? momentOf(row["TESLIM_TARIHI"], row["TESLIM_SAATI"]) : undefined;
  return delivery ?? momentOf(row["ISLEM_TARIHI"], "");
}

/** A change has a day alone in some rows; it cannot be before the waybill. */
function latest(accepted: Instant | undefined, changed: Instant | undefined): Instant | undefined {
  return accepted !== undefined && (changed === undefined || changed < accepted)
    ? accepted
    : changed;
}

function locationOf(state: string, row: Row): string {
  if (state === "1") return row["CIKIS_SUBE"] ?? "";
  return ["3", "4", "5", "6"].includes(state) ? (row["VARIS_SUBE"] ?? "") : "";
}

/**
 * Reads a Turkish date and time. No document names the form, so that both forms are read which
 * services of this kind write.
 *
 * @param date "29.11.2026", "9.1.2026 8:23:04" or "2026-11-29T08:23:04".
 * @param time Time of a date without one: "08:23"; "" is the start of the day.
 */
function momentOf(date = "", time = ""): Instant | undefined {
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]([\d:]+))?/.exec(date);
  const [, day = "", month = "", year = "", clock] =
    /^(\d{1,2})[./](\d{1,2})[./](\d{4})(?: ([\d:]+))?/.exec(date) ?? [];
  return iso === null
    ? turkishInstant(`${year}${month.padStart(2, "0")}${day.padStart(2, "0")}`, clock ?? time)
    : turkishInstant(`${iso[1]}${iso[2]}${iso[3]}`, iso[4] ?? time);
}
