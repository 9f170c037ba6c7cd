/** /station/secrets */
import { serve, type Route } from "../route.ts";
import * as api from "./keys.api.ts";
import type { StationKeys } from "./station-keys.ts";

/**
 * Creates the routes of the station's key.
 *
 * @param keys Manages the key of this station's stored secrets.
 */
export function keyRoutes(keys: StationKeys): readonly Route[] {
  return [
    serve(api.getStoredSecrets, () => keys.read()),
    serve(api.showRecoveryKey, ({ actor }) => keys.show(actor)),
    serve(api.recoverSecrets, ({ actor }, { body }) => keys.recover(actor, body.recoveryKey)),
    serve(api.forgetSecrets, ({ actor }) => keys.forget(actor)),
  ];
}
