/** Operations of the dry run's thread. */
import type { KindFacts } from "../../shipping/carriers/connection.ts";
import type { RuleRow } from "../../shipping/choosing/choosing.service.ts";
import type { DryRunSums } from "./sum-up.ts";

export type DryRunRequest = {
  readonly organizationID: string;
  /** First instant of the period. */
  readonly from: string;
  /** First instant after the period. */
  readonly to: string;
  readonly rules: readonly RuleRow[];
  /** Whether sample prices take part although the organization has real prices. */
  readonly isInTestMode: boolean;
  readonly kinds: readonly KindFacts[];
};

export type DryRunOperations = {
  /** @throws Error when the call is no longer wanted. */
  run(request: DryRunRequest): { readonly inPeriod: number; readonly sums: DryRunSums };
};
