/** A hub that runs beside this station: what the station asks of it. core/sync/hub/host-hub.ts is it. */
import type { ControlRequest, ControlResult, Invitation } from "./hub-control.schema.ts";
import type { HubServer } from "./sync.schema.ts";

export type HubHost = {
  /** Starts the hub that this computer was made before, beside all else. */
  resume(): void;
  /** The hub of this computer, and the nats-server that is found. */
  look(): Promise<HubServer>;
  /** The id of the hub that is set up here; undefined: none. */
  hubID(): string | undefined;
  /**
   * Makes this computer the hub, now and at each start. Where it is already, nothing changes.
   *
   * @param chosen.program Path of a nats-server; absent: it is looked for. @param chosen.port 0:
   *   any free one; absent: 4222.
   * @returns A code for this station itself.
   * @throws AppError E2143 with what to do.
   */
  begin(chosen: { readonly program?: string; readonly port?: number }): Promise<Invitation>;
  /** A command of the hub's owner. @throws AppError E2140 */
  command(request: ControlRequest): Promise<ControlResult>;
  /** Stops being the hub. Its folder stays. */
  end(): Promise<void>;
  /** At the station's end. */
  stop(): Promise<void>;
};
