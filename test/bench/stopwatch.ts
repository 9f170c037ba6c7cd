/**
 * Times inside a page: from the key's arrival until what it causes has been drawn. The way of test
 * programs to the page has no part in it.
 */
import type { ElectronApplication, Page } from "@playwright/test";

/** What is awaited: an element that matches `selector` and has `text` in it. */
export type Awaited = { readonly selector: string; readonly text: string };

/**
 * Notes each Enter before the page's own code can: the Enter of a scan goes no further than that.
 * Of pages that are loaded from now on.
 */
export async function noteEnters(page: Page): Promise<void> {
  await page.addInitScript(() =>
    addEventListener(
      "keydown",
      ({ key }) => key === "Enter" && dispatchEvent(new Event("packbench:enter")),
      true,
    ),
  );
}

/**
 * Begins at the next Enter that the page gets, `noteEnters` before it was loaded; ends when what is
 * awaited has been drawn.
 *
 * @returns Once it is set: what resolves to ms.
 */
export async function timeFromEnter(page: Page, awaited: Awaited): Promise<() => Promise<number>> {
  await page.evaluate(({ selector, text }) => {
    const isThere = (): boolean =>
      [...document.querySelectorAll(selector)].some((element) =>
        element.textContent.includes(text),
      );
    const measured = new Promise<number>((resolve) => {
      const begin = (): void => {
        const begun = performance.now();
        // The frame that shows it has been handed over when the first task after it runs.
        const drawn = (): void =>
          void requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener("message", () => resolve(performance.now() - begun));
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
      addEventListener("packbench:enter", begin, { once: true });
    });
    Reflect.set(globalThis, "packbenchMeasured", measured);
  }, awaited);
  return () => page.evaluate(() => Reflect.get(globalThis, "packbenchMeasured") as Promise<number>);
}

/**
 * The longest that the renderer and the main process did nothing else for, ms; of the renderer 0
 * below 50 ms.
 */
export type Longest = { readonly renderer: number; readonly main: number };

/** Watches both until what it resolves to is called. */
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
 * Asks the core a trifle every ten ms until what it resolves to is called.
 * @returns The longest that it took to answer, ms.
 */
export function watchCore(url: string): () => Promise<number> {
  const over = new AbortController();
  const asked = (async () => {
    let longest = 0;
    while (!over.signal.aborted) {
      const begun = performance.now();
      await (await fetch(`${url}/districts/1`)).arrayBuffer();
      longest = Math.max(longest, performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return longest;
  })();
  return () => {
    over.abort();
    return asked;
  };
}

/** Of the window's own process, after its garbage was collected, MB. */
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
