/**
 * Enters a file that is a whole agreement: a new agreement with its version, or a new version and
 * the missing ranges of an agreement with the same carrier and contract number. All in one
 * transaction.
 */
import { isDeepStrictEqual } from "node:util";
import { AppError, isAppError } from "../../base/errors.ts";
import { instantsOfDays } from "../../base/turkish-day.ts";
import { inTransaction } from "../../db/change.ts";
import type { Actor } from "../../http/actor.ts";
import type { ShippingDeps } from "../deps.ts";
import type { AgreementView, NewVersionInput } from "./agreements.schema.ts";
import { findAgreement, listEntered, listRanges, type AgreementRow } from "./agreements.store.ts";
import { newRange } from "./barcode-ranges.ts";
import { addRange, addVersion, enterAgreement, viewAgreement } from "./manage-agreements.ts";
import type { PriceLists } from "./load/price-lists.ts";
import { getTariff } from "./tariff-cache.ts";
import { tariffOf } from "./tariff.schema.ts";
import { prepareVersion } from "./versions.ts";
import { listVersions } from "./versions.store.ts";
import type { AgreementFileAnswer } from "./file/agreement-file.schema.ts";
import type { FileProblem } from "./file/file-problems.schema.ts";
import type { Provinces } from "./file/file-zones.ts";
import { refusalOf, type LoadedFile } from "./file/load-file.ts";
import type { Place } from "./file/place.ts";
import { toAgreement, type FileAgreement } from "./file/to-agreement.ts";

type EnterDeps = Pick<ShippingDeps, "db" | "now" | "newId" | "geo">;

type Entered = Pick<
  AgreementFileAnswer,
  "step" | "agreement" | "isNew" | "addedRanges" | "validFrom"
>;

/** Undoes the transaction of a preview. */
class PreviewEnd extends Error {
  readonly entered: Entered;
  constructor(entered: Entered) {
    super("a preview saves nothing");
    this.entered = entered;
  }
}

/** Refuses a file because of what is entered already. */
class FileRefused extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/**
 * Enters a file.
 *
 * @param body The unchanged body of a request, in the shape of `agreementFileInputSchema`.
 * @throws AppError E2029 when the file is unreadable, E1085 when the body has another shape.
 */
export async function enterFile(
  deps: EnterDeps,
  actor: Actor,
  lists: PriceLists,
  body: Uint8Array,
): Promise<AgreementFileAnswer> {
  const { loaded, isPreview } = await lists.readFile(deps, body);
  if (loaded.step !== "loaded") return answerOf(loaded, nothingEntered(loaded.step));
  const problems: FileProblem[] = [];
  const made = toAgreement(loaded, provincesOf(deps), problems);
  if (made === undefined) return refused(loaded, problems);
  await prepareVersion(made.version);
  try {
    return answerOf(loaded, enterMade(deps, actor, loaded, made, isPreview));
  } catch (error) {
    if (error instanceof FileRefused) return refused(loaded, [error.problem]);
    throw error;
  }
}

type Loaded = Extract<LoadedFile, { step: "loaded" }>;

function enterMade(
  deps: EnterDeps,
  actor: Actor,
  loaded: Loaded,
  made: FileAgreement,
  isPreview: boolean,
): Entered {
  try {
    return inTransaction(deps, () => {
      const entered = enter(deps, actor, loaded, made);
      if (isPreview && entered.step === "entered")
        throw new PreviewEnd({ ...entered, step: "previewed" });
      return entered;
    });
  } catch (error) {
    if (error instanceof PreviewEnd) return error.entered;
    throw error;
  }
}

function enter(
  deps: EnterDeps,
  actor: Actor,
  loaded: Loaded,
  { agreement: input, version }: FileAgreement,
): Entered {
  const { places, barcodes } = loaded.head;
  const row = listEntered(deps.db, actor.organizationID).find(
    (one) =>
      one.isSample === 0 &&
      one.providerCode === input.providerCode &&
      one.contractNumber === input.contractNumber,
  );
  const dayPlace = places.firstDay;
  const { validFrom } = version;
  if (row === undefined) {
    const { id } = placed(barcodes[0]?.place, () =>
      enterAgreement(deps, actor, { ...input, ranges: [] }),
    );
    const addedRanges = addRanges(deps, actor, id, loaded, input.ranges);
    const agreement = placed(dayPlace, () => addVersion(deps, actor, id, version));
    return { step: "entered", agreement, isNew: true, addedRanges, validFrom };
  }
  if (places.checkDigit !== undefined && input.checkDigit !== row.checkDigit)
    throw new FileRefused({ ...places.checkDigit, code: "checkDigitDiffers", values: {} });
  const hasVersion = hasSameVersion(deps, row, version);
  const addedRanges = addRanges(deps, actor, row.id, loaded, input.ranges);
  if (!hasVersion) placed(dayPlace, () => addVersion(deps, actor, row.id, version));
  const step = hasVersion && addedRanges === 0 ? ("alreadyEntered" as const) : ("entered" as const);
  return { step, agreement: viewOf(deps, row.id), isNew: false, addedRanges, validFrom };
}

/** Adds the ranges that the agreement lacks, and returns their number. */
function addRanges(
  deps: EnterDeps,
  actor: Actor,
  id: string,
  { head }: Loaded,
  ranges: FileAgreement["agreement"]["ranges"],
): number {
  const row = findAgreement(deps.db, id);
  if (row === undefined) return 0;
  const known = listRanges(deps.db, row.organizationID, row.providerCode).filter(
    ({ agreementID }) => agreementID === id,
  );
  const firsts = head.barcodes.filter(({ is }) => is === "first");
  let added = 0;
  ranges.forEach((range, i) => {
    const { prefix, first, last, width } = newRange(range);
    const has = known.some(
      (one) =>
        one.prefix === prefix && one.first === first && one.last === last && one.width === width,
    );
    if (has) return;
    placed(firsts[i]?.place, () => addRange(deps, actor, id, range));
    added += 1;
  });
  return added;
}

/** Returns whether the version that counts from the same day on has the same prices and end. */
function hasSameVersion({ db }: EnterDeps, row: AgreementRow, version: NewVersionInput): boolean {
  const { from } = instantsOfDays(version.validFrom, 1);
  const to = version.validUntil === null ? null : instantsOfDays(version.validUntil, 1).to;
  const head = listVersions(db, row.id).findLast(({ validFrom }) => validFrom === from);
  if (head === undefined || head.validTo !== to) return false;
  const read = getTariff(db, head.id);
  return read.kind === "tariff" && isDeepStrictEqual(read.tariff, tariffOf(version.tariff));
}

/** Runs a change; its refusal becomes a problem of the cell that causes it. */
function placed<T>(place: Place | undefined, change: () => T): T {
  try {
    return change();
  } catch (error) {
    const problem = place === undefined || !isAppError(error) ? undefined : problemOf(error, place);
    throw problem === undefined ? error : new FileRefused(problem);
  }
}

function problemOf({ details }: AppError, place: Place): FileProblem | undefined {
  const text = (name: string): string => String(details?.[name] ?? "");
  const { first, last, barcode, day } = {
    first: text("first"),
    last: text("last"),
    barcode: text("barcode"),
    day: text("day"),
  };
  switch (text("reason")) {
    case "overlap":
      return { ...place, code: "rangeOverlaps", values: { first, last } };
    case "used":
      return { ...place, code: "rangeUsed", values: { barcode } };
    case "past":
      return { ...place, code: "dayPast", values: { day } };
    case "sameDay":
      return { ...place, code: "daySame", values: { day } };
    default:
      return undefined;
  }
}

function viewOf(deps: EnterDeps, id: string): AgreementView {
  return viewAgreement(deps, findAgreement(deps.db, id));
}

function provincesOf({ geo }: EnterDeps): Provinces {
  return {
    plates: geo.listCities("TR").map(({ cityCode }) => cityCode),
    find: (text) =>
      geo.findCity("TR", /^\d{1,2}$/.test(text) ? { code: text.padStart(2, "0") } : { name: text })
        ?.cityCode,
  };
}

function nothingEntered(step: "unknown" | "refused"): Entered {
  return { step, agreement: null, isNew: false, addedRanges: 0, validFrom: "" };
}

function refused({ headings, mapping }: Loaded, problems: FileProblem[]): AgreementFileAnswer {
  return answerOf(
    { step: "refused", headings, mapping, ...refusalOf(problems) },
    nothingEntered("refused"),
  );
}

function answerOf(loaded: LoadedFile, entered: Entered): AgreementFileAnswer {
  const { agreement, ...others } = entered;
  return {
    agreement, // first, where the audit log finds its id
    ...others,
    headings: { row: loaded.headings.row, list: [...loaded.headings.list] },
    mapping: (loaded.step === "unknown" ? loaded.proposed : loaded.mapping) ?? null,
    problems: loaded.step === "refused" ? loaded.problems : [],
    problemCount: loaded.step === "refused" ? loaded.count : 0,
    notices: loaded.step === "loaded" ? [...loaded.notices] : [],
  };
}
