/** Turkish words that the first screen may show: the window and Pack. */
import { tr } from "./tr.ts";
import { trDesk } from "./tr-desk.ts";
import { trPack } from "./tr-pack.ts";
import { trStates } from "./tr-states.ts";

export const words = { ...tr, ...trPack, ...trDesk, ...trStates };
