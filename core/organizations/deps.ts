/** Dependencies of organizations: those of the roofs below, and its own. */
import type { LogoDrawing } from "../ports/logo.ts";
import type { JobDeps } from "../jobs/deps.ts";

export type OrganizationDeps = JobDeps & {
  /** Draws an organization's logo; implemented by the label renderer. */
  readonly labels: LogoDrawing;
};
