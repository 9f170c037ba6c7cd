/**
 * A hub that runs in this station's process, as the station sees it. core/sync/hub/host-hub.ts
 * implements it.
 */
import type { ControlRequest, ControlResult, Invitation } from "./hub-control.schema.ts";
import type { HubServer } from "./sync.schema.ts";

export type HubHost = {
  /** Starts the hub that was set up on this computer earlier, in the background. */
  resume(): void;
  /** Reads the state of this computer's hub, and the nats-server that was found. */
  look(): Promise<HubServer>;
  /** Finds the id of the hub that is set up here; undefined without a hub. */
  hubID(): string | undefined;
  /**
   * Makes this computer the hub, now and at each start. A hub that runs already keeps running, and
   * uses the given values from its next start; values that are not given stay.
   *
   * @param chosen.program Path of a nats-server; default: searched.
   * @param chosen.port 0: the last port, or any free port the first time; default: the last port,
   *   or 4222 the first time.
   * @returns A code for this station itself.
   * @throws AppError E2143 with what to do.
   */
  begin(chosen: { readonly program?: string; readonly port?: number }): Promise<Invitation>;
  /**
   * Runs a command of the hub's owner.
   *
   * @throws AppError E2140 when the command fails.
   */
  command(request: ControlRequest): Promise<ControlResult>;
  /** Makes this computer no longer the hub. The hub's folder stays. */
  end(): Promise<void>;
  /** Stops the hub when the station stops; `resume` starts it again. */
  stop(): Promise<void>;
};
