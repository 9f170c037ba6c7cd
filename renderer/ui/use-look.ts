/** Reports changes of the theme to drawings that read colours only once, such as a canvas. */
import { useEffect, useState } from "react";

/** Returns another number after each change of the theme, by a person or the system. */
export function useLook(): number {
  const [look, setLook] = useState(0);
  useEffect(() => {
    const change = (): void => setLook((now) => now + 1);
    const systems = [
      "(prefers-color-scheme: dark)",
      "(forced-colors: active)",
      "(prefers-contrast: more)",
    ].map((query) => matchMedia(query));
    const observer = new MutationObserver(change);
    observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    for (const system of systems) system.addEventListener("change", change);
    return () => {
      observer.disconnect();
      for (const system of systems) system.removeEventListener("change", change);
    };
  }, []);
  return look;
}
