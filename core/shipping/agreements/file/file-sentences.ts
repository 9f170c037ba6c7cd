/** Sentences of the problems of a file that is a whole agreement, by code. */
import { entriesOf } from "../../../base/objects.ts";
import { findingSentence } from "../load/finding-sentences.schema.ts";
import {
  HEAD_PROBLEM_CODES,
  type FileProblem,
  type HeadProblemCode,
} from "./file-problems.schema.ts";

const SENTENCES: Readonly<Record<HeadProblemCode, string>> = {
  headUnknown:
    "“{{name}}” is no known line above a price list. Correct the name, or delete the line.",
  headTwice: "“{{name}}” is in row {{otherRow}} already.",
  headCells:
    "The line “{{name}}” has more than two cells. Put the whole value into one cell; in a CSV file, put a value with commas between quotation marks.",
  headMissing: "The line “{{name}}” is missing above the price list.",
  headDay: "“{{text}}” is not a day. Write it as 2026-12-01 or 01.12.2026.",
  headPercent: "“{{text}}” is not a percentage from 0 to {{most}}. Write it as 3,5 or 3.5.",
  headPercentUnclear:
    "The cell has the number {{text}}, which spreadsheet programs also show as a percentage. Set the format of the cell to text, and type the percentage again.",
  headNumber: "“{{text}}” is not a number that is possible here. Write it without separators.",
  headTime: "“{{text}}” is not a time. Set the format of the cell to text, and write it as 17:00.",
  headChoice: "“{{text}}” is not possible here. Write one of: {{choices}}.",
  headCode:
    "“{{text}}” is not a code. Write letters A to Z, digits and _, such as YURTICI_STANDART.",
  headBarcode:
    "“{{text}}” is not a barcode without its check digit. Write up to 12 letters and digits, then a number of up to 15 digits.",
  headLink: "“{{text}}” is not a link. It begins with https:// and has at most 300 characters.",
  headDays:
    "“{{text}}” must be whole days from 0 to 30: one number, or one for each zone ({{count}}).",
  headLastDay: "The last day is before the first day.",
  headSeveralServices:
    "The price list has several services. Delete this line; the names come from the list.",
  barcodePair:
    "Each first barcode needs a last barcode below it, with as many digits and no lower.",
  rangeOverlaps: "The barcodes overlap the range {{first}} to {{last}} of this carrier.",
  rangeUsed: "The barcode {{barcode}} was used before. Begin the range above it.",
  checkDigitDiffers: "The agreement has another check digit, which cannot be changed.",
  dayPast:
    "The first day {{day}} is over: labels were bought at other prices since. Write today or a later day.",
  daySame:
    "Other prices of this agreement begin on {{day}} already. Withdraw them first, or write another day.",
  zoneNoMeaning:
    "The destinations of the zone “{{zone}}” are not known. Add a line such as “Zone {{zone}}” with “up to 200 km”, “unlimited”, or provinces.",
  zoneMeaning:
    "“{{text}}” says no destinations. Write “same city”, “up to 200 km”, “unlimited”, or provinces such as 34, 41, 59.",
  zoneNotListed: "The price list has no zone “{{zone}}”.",
  zonesMixed:
    "Zones by distance and zones by province cannot be used together, except “same city” and “unlimited”.",
  zonesEnd: "No zone has the destinations farther than {{km}} km. Make the last zone “unlimited”.",
  zonesSame: "The zone “{{zone}}” has the same destinations as the zone “{{other}}”.",
  provinceTwice: "The province {{province}} is in the zone “{{other}}” already.",
};

const CODES: ReadonlySet<string> = new Set(HEAD_PROBLEM_CODES);

/** Writes a problem as an English sentence, without its row and column. */
export function fileProblemSentence({ code, values }: FileProblem): string {
  if (!isHeadCode(code)) return findingSentence("en", { code, values });
  let sentence = SENTENCES[code];
  for (const [name, value] of entriesOf(values))
    sentence = sentence.replaceAll(`{{${name}}}`, () => String(value));
  return sentence;
}

function isHeadCode(code: FileProblem["code"]): code is HeadProblemCode {
  return CODES.has(code);
}
