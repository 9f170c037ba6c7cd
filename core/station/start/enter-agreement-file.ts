/** Enters the file of `--agreement` into the station's organization, before the station serves. */
import type { DeskDoor } from "../../http/desk-door.ts";
import { z } from "zod";
import {
  agreementFileAnswerSchema,
  type AgreementFileAnswer,
} from "../../shipping/agreements/file/agreement-file.schema.ts";
import { fileProblemSentence } from "../../shipping/agreements/file/file-sentences.ts";

/** A file that is read already. */
export type AgreementFileOption = { readonly name: string; readonly bytes: Uint8Array };

/** The file was refused, and nothing of it was entered; the message names every problem. */
class AgreementFileError extends Error {
  override readonly name = "AgreementFileError";
}

const envelope = z.object({ data: agreementFileAnswerSchema });
const refusal = z.object({ message: z.string() });

/**
 * Enters a file as the station's owner.
 *
 * @throws AgreementFileError
 */
export async function enterAgreementFile(
  call: DeskDoor,
  memberID: string,
  { name, bytes }: AgreementFileOption,
): Promise<AgreementFileAnswer> {
  const { status, body } = await call({
    method: "POST",
    path: "/station/agreements/files",
    memberID,
    body: { fileName: name, content: Buffer.from(bytes).toString("base64") },
  });
  if (status >= 400) throw refused(name, [refusal.parse(body).message]);
  const answer = envelope.parse(body).data;
  if (answer.step === "unknown")
    throw refused(name, [
      `row ${answer.headings.row}: the meaning of these headings is not known. Name the columns as in a template, such as Desi and the zones.`,
    ]);
  if (answer.step === "refused") {
    const more = answer.problemCount - answer.problems.length;
    throw refused(name, [
      ...answer.problems.map(
        (problem) =>
          `row ${problem.row}${problem.column === null ? "" : `, column ${problem.column}`}: ${fileProblemSentence(problem)}`,
      ),
      ...(more > 0 ? [`and ${more} more`] : []),
    ]);
  }
  return answer;
}

function refused(name: string, lines: readonly string[]): AgreementFileError {
  return new AgreementFileError(
    `${name} was not entered; nothing was saved.\n${lines.map((line) => `  ${line}`).join("\n")}`,
  );
}

/** Writes the line that the start prints. */
export function agreementLine({
  step,
  agreement,
  isNew,
  validFrom,
  addedRanges,
}: AgreementFileAnswer): string {
  const name = [agreement?.name, agreement?.contractNumber].filter(Boolean).join(", contract ");
  if (step === "alreadyEntered") return `${name}: already entered, prices from ${validFrom}`;
  const made = isNew ? "new agreement" : "further prices";
  return `${name}: ${made} entered, prices from ${validFrom}, barcode ranges added: ${addedRanges}`;
}
