/** Dependencies of organizations: those of the roofs below, and its own. */
import type { LogoDrawing } from "../ports/logo.ts";
import type { JobDeps } from "../jobs/deps.ts";

export type OrganizationDeps = JobDeps & {
  /** Organizations need their logo drawn; the roof above draws whole labels by it. */
  readonly labels: LogoDrawing;
};
