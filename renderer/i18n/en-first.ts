/** English words that the first screen may show: the window and Pack. */
import { en } from "./en.ts";
import { enDesk } from "./en-desk.ts";
import { enPack } from "./en-pack.ts";
import { enStates } from "./en-states.ts";

export const words = { ...en, ...enPack, ...enDesk, ...enStates };
