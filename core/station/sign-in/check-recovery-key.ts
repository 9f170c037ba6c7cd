/** Checks the recovery key that is typed at a locked desk, as a PIN is checked: tries are counted. */
import { errors } from "../../base/errors.ts";
import { guarded } from "../../base/guarded.ts";
import { fingerprintOf } from "../../base/key-file.ts";
import { keyOfRecoveryText } from "../../base/recovery-text.ts";
import type { StationDeps } from "../deps.ts";
import type { KeyMark } from "../secrets.ts";
import { countTry, passTries } from "./tries.ts";

export type RecoveryParts = {
  readonly deps: Pick<StationDeps, "db" | "now" | "newId" | "log">;
  /** Fingerprint of the key that the recovery key on paper holds. */
  readonly mark: KeyMark;
  /** Puts the key of the stored secrets back, if it is lost, so that PINs can be checked again. */
  readonly putKeyBack: (recoveryText: string) => void;
};

/**
 * Requires the recovery key of this station, and puts a lost key back.
 *
 * @throws AppError E2105 for a text that is not this station's recovery key; E2245; E2036.
 */
export function checkRecoveryKey({ deps, mark, putKeyBack }: RecoveryParts, text: string): void {
  countTry(deps, "recovery");
  const key = keyOfRecoveryText(text);
  const expected = mark.read();
  if (key === undefined || expected === undefined || fingerprintOf(key) !== expected)
    throw errors.recoveryKeyOfOtherStation(
      "This is not the recovery key of this station. Compare each group with the paper.",
    );
  passTries(deps, "recovery");
  // On a full disk the key stays lost, and the owner gets in all the same.
  guarded(deps.log, "the key of the stored secrets could not be put back", () => putKeyBack(text));
}
