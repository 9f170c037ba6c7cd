/** Choices of a screen that are either on or off. The browser engine keeps them for this computer. */

const PREFIX = "packbench.flag.";

/** Returns the kept choice; `otherwise` if none was kept or none can be read. */
export function readFlag(name: string, otherwise: boolean): boolean {
  try {
    const kept = localStorage.getItem(PREFIX + name);
    return kept === null ? otherwise : kept === "on";
  } catch {
    return otherwise;
  }
}

/** Keeps the choice. */
export function keepFlag(name: string, isOn: boolean): void {
  localStorage.setItem(PREFIX + name, isOn ? "on" : "off");
}
