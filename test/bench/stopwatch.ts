/**
 * Measures times inside a page: from the arrival of a key until its result has been drawn. The time
 * that the test program needs to reach the page is not included.
 */
import type { ElectronApplication, Page } from "@playwright/test";

/** The result to wait for: an element that matches `selector` and contains `text`. */
export type Awaited = { readonly selector: string; readonly text: string };

/**
 * Signals each key before the page's code gets it, because that code stops a scan's Enter. Works
 * for pages that are loaded after this call.
 */
export async function noteKeys(page: Page): Promise<void> {
  await page.addInitScript(() =>
    addEventListener("keydown", ({ key }) => dispatchEvent(new Event(`packbench:${key}`)), true),
  );
}

/**
 * Sets a stopwatch: it starts at the next press of a key in the page and ends when the awaited
 * element has been drawn. `noteKeys` must have been called before the page was loaded.
 * @returns A function that resolves to the time, ms.
 */
export async function timeFromKey(
  page: Page,
  key: string,
  awaited: Awaited,
): Promise<() => Promise<number>> {
  await page.evaluate(
    ({ selector, text, event }) => {
      const isThere = (): boolean =>
        [...document.querySelectorAll(selector)].some((element) =>
          element.textContent.includes(text),
        );
      const measured = new Promise<number>((resolve) => {
        const begin = (): void => {
          const startedAt = performance.now();
          // The first task after the frame runs when the frame has been handed over for display.
          const drawn = (): void =>
            void requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.addEventListener("message", () => resolve(performance.now() - startedAt));
              port1.start();
              port2.postMessage(null);
            });
          const watch = new MutationObserver(() => {
            if (!isThere()) return;
            watch.disconnect();
            drawn();
          });
          watch.observe(document, {
            subtree: true,
            childList: true,
            attributes: true,
            characterData: true,
          });
        };
        addEventListener(event, begin, { once: true });
      });
      Reflect.set(globalThis, "packbenchMeasured", measured);
    },
    { ...awaited, event: `packbench:${key}` },
  );
  return () => page.evaluate(() => Reflect.get(globalThis, "packbenchMeasured") as Promise<number>);
}

/**
 * Longest task of the renderer, and longest delay of the main process's event loop, ms. `renderer`
 * is 0 if no task took 50 ms.
 */
export type Longest = { readonly renderer: number; readonly main: number };

/**
 * Starts to watch both processes.
 * @returns A function that returns the longest delays so far.
 */
export async function watchTasks(
  app: ElectronApplication,
  page: Page,
): Promise<() => Promise<Longest>> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: "longtask" });
    Reflect.set(globalThis, "packbenchTasks", tasks);
  });
  await app.evaluate(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule("node:perf_hooks");
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    Reflect.set(globalThis, "packbenchDelay", delay);
  });
  return async () => ({
    renderer: await page.evaluate(() =>
      Math.max(0, ...(Reflect.get(globalThis, "packbenchTasks") as number[])),
    ),
    main: await app.evaluate(
      () => (Reflect.get(globalThis, "packbenchDelay") as { readonly max: number }).max / 1e6,
    ),
  });
}

/**
 * Calls a cheap endpoint of the core every ten ms.
 * @returns A function that ends the calls and returns the time of the slowest answer, ms.
 */
export function watchCore(url: string): () => Promise<number> {
  const over = new AbortController();
  const asked = (async () => {
    let longest = 0;
    while (!over.signal.aborted) {
      const startedAt = performance.now();
      await (await fetch(`${url}/districts/1`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return longest;
  })();
  return () => {
    over.abort();
    return asked;
  };
}

/** Returns the resident memory of the window's renderer process after a garbage collection, MB. */
export async function residentOf(app: ElectronApplication, page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.detach();
  return app.evaluate(
    ({ app: electron }) =>
      (electron.getAppMetrics().find(({ type }) => type === "Tab")?.memory.workingSetSize ??
        Number.NaN) / 1_024,
  );
}
