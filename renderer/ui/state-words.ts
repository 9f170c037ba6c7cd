/** Words for a shipment's state, the same on all screens. Pure. */
import {
  stateName,
  type Stated,
  type StateName,
} from "../../core/shipping/shipments/shipment-state.schema.ts";

type StateKey = `state.${StateName}` | `state.return.${Exclude<StateName, "HELD">}`;

/** Returns the key of the words for a state. */
export function stateKey(stated: Stated): StateKey {
  const name = stateName(stated);
  return stated.isReturn && name !== "HELD" ? `state.return.${name}` : `state.${name}`;
}
