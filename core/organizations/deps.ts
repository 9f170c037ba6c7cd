/** Dependencies of a function in organizations: the dependencies of jobs, and the logo drawing. */
import type { LogoDrawing } from "../ports/logo.ts";
import type { JobDeps } from "../jobs/deps.ts";

export type OrganizationDeps = JobDeps & {
  /** Draws an organization's logo; implemented by the label renderer. */
  readonly labels: LogoDrawing;
};
