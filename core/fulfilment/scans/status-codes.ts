/** The codes of carriers' status files, which a person maps to statuses once. */
import { fold } from "../../base/text.ts";
import { inTransaction } from "../../db/change.ts";
import type { ReadDeps, WriteDeps } from "../../db/deps.ts";
import type { Actor } from "../../http/actor.ts";
import { SUB_CODES, type TrackingSubCode } from "../../shipping/tracking/tracking.schema.ts";
import * as tracking from "../../shipping/tracking/tracking.service.ts";
import type { MapCodes } from "./status-files.schema.ts";

type CarrierCodes = { list: { code: string; subCode: TrackingSubCode }[] };

/** Lists the mapped codes of a carrier. Leaves out a status that only a newer Packbench knows. */
export function listCodes(deps: ReadDeps, actor: Actor, providerCode: string): CarrierCodes {
  const list = tracking
    .listStatusCodes(deps.db, actor.organizationID, providerCode)
    .flatMap(({ code, subCode }) => (isSubCode(subCode) ? [{ code, subCode }] : []));
  return { list };
}

function isSubCode(text: string): text is TrackingSubCode {
  return Object.hasOwn(SUB_CODES, text);
}

/** Maps codes to statuses, for files that are applied from now on. */
export function mapCodes(
  deps: WriteDeps,
  actor: Actor,
  { providerCode, codes }: MapCodes,
): CarrierCodes {
  return inTransaction(deps, () => {
    for (const { code, subCode } of codes)
      tracking.writeStatusCode(
        deps.db,
        actor.organizationID,
        { providerCode, code: fold(code), subCode },
        deps.now(),
      );
    return listCodes(deps, actor, providerCode);
  });
}

/** Words of statuses, folded; the first that a code contains suggests its status. */
const WORDS: readonly (readonly [words: RegExp, subCode: TrackingSubCode])[] = [
  [/iptal|cancel/, "package_canceled"],
  [/kayip|kaybol|lost/, "package_lost"],
  [/hasar|damage/, "package_damaged"],
  [
    /teslim edileme|teslim alinma|alici yok|undeliver|not delivered|failed/,
    "package_undeliverable",
  ],
  [/iade|geri gonder|return/, "return_to_sender"],
  [/ertele|randevu|reschedul/, "delivery_rescheduled"],
  [/teslim edildi|teslim edilmistir|delivered/, "delivered"],
  [/dagitim(da|a cik)|kuryede|out for delivery/, "out_for_delivery"],
  [/varis subesi|teslim subesi|destination/, "delivery_scheduled"],
  [/transfer|aktarma|hub|yolda|in transit/, "package_processing"],
  [/cikis|yola cik|depart/, "package_departed"],
  [/kabul|teslim alindi|accept|picked up/, "package_accepted"],
];

/** Suggests the status of a folded code by its words; null when they suggest none. */
export function suggestStatus(code: string): TrackingSubCode | null {
  return WORDS.find(([words]) => words.test(code))?.[1] ?? null;
}
