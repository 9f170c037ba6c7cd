/** Whether the panel is shown where there is room next to the list. */
import { useState } from "react";
import { keepFlag, readFlag } from "../../store/kept-flag.ts";

export type KeptPanel = { readonly isOn: boolean; readonly show: (isOn: boolean) => void };

/** Reads the choice, and keeps changes of it on this computer. @param name Name of the choice. */
export function useKeptPanel(name: string): KeptPanel {
  const [isOn, setOn] = useState(() => readFlag(name, true));
  const show = (is: boolean): void => {
    keepFlag(name, is);
    setOn(is);
  };
  return { isOn, show };
}
