/** Files of the tests that are whole agreements. */
import type { AgreementFileAnswer } from "../../../../../core/shipping/agreements/file/agreement-file.schema.ts";
import { station, type Station } from "../../../../helpers/station.ts";
import { csvOf, type Table } from "../load/lists.ts";

export const HEAD: Table = [
  ["Kargo firması", "Yurtiçi Kargo"],
  ["Sözleşme no", "S-1"],
  ["İlk gün", "01.12.2026"],
];

export const LIST: Table = [
  ["Desi", "Şehir içi", "Yakın", "Uzak"],
  ["1", "100", "110", "120"],
  ["2", "105", "115", "125"],
  ["3+", "10", "11", "12"],
];

/** Starts a station at noon of 30 November 2026, Turkish time. */
export async function fileStation(): Promise<Station> {
  const s = await station();
  s.clock.nowMs = Date.parse("2026-11-30T09:00:00.000Z");
  return s;
}

/** Enters the bytes of a file. */
export function enterBytes(
  s: Station,
  bytes: Uint8Array,
  more: object = {},
): ReturnType<typeof s.desk<AgreementFileAnswer>> {
  return s.desk<AgreementFileAnswer>("POST", "/station/agreements/files", {
    fileName: "a.csv",
    content: Buffer.from(bytes).toString("base64"),
    ...more,
  });
}

export async function enterTable(
  s: Station,
  table: Table,
  more: object = {},
): Promise<AgreementFileAnswer> {
  const { data } = await enterBytes(s, csvOf(table), more);
  return data;
}

/** Lists the problems of an answer as "code B3", or "code 3" for a whole row. */
export function problemsOf({ problems }: AgreementFileAnswer): string[] {
  return problems.map(({ code, row, column }) => `${code} ${column ?? ""}${row}`);
}
