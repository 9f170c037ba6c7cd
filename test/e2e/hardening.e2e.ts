/**
 * Tries attacks that a page in the window could make against the station's promises about its
 * window.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { test } from "../helpers/desk-page.ts";
import { ask } from "../helpers/desk-keys.ts";
import { receiver } from "../helpers/receiver.ts";

/** Fetches an address in the page. @returns Status and start of the body, or "refused". */
const fetched = (page: Page, address: string): Promise<string> =>
  page.evaluate(async (url) => {
    try {
      const response = await fetch(url);
      return `${response.status} ${(await response.text()).slice(0, 40)}`;
    } catch {
      return "refused";
    }
  }, address);

test("the page has no require and no process, and of the preload only invoke and on, with only the contract's channels", async ({
  shared: { page },
}) => {
  const found = await page.evaluate(async () => {
    const desk = Reflect.get(globalThis, "bridge") as {
      invoke(channel: string, input: unknown): Promise<unknown>;
      on(channel: string, listen: () => void): () => void;
    };
    const wrong = await desk.invoke("desk:shell", {}).then(
      () => "answered",
      () => "refused",
    );
    let listening = "listens";
    try {
      desk.on("desk:shell", () => {});
    } catch {
      listening = "refused";
    }
    Reflect.set(desk, "invoke", () => "replaced");
    return {
      globals: ["require", "process", "module", "Buffer", "global", "__dirname"].filter(
        (name) => name in globalThis,
      ),
      keys: Object.keys(desk).toSorted(),
      wrong,
      listening,
      invoke: String(desk.invoke).includes("replaced"),
    };
  });
  expect(found).toEqual({
    globals: [],
    keys: ["invoke", "on"],
    wrong: "refused",
    listening: "refused",
    invoke: false,
  });
});

test("every window is sandboxed and isolated, without Node in its page", async ({
  shared: { app },
}) => {
  const kept = await app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((contents) => {
      const { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity } = (
        contents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      ).getLastWebPreferences();
      return { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity };
    }),
  );
  expect(new Set(kept.map((one) => JSON.stringify(one)))).toEqual(
    new Set([
      JSON.stringify({
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        webSecurity: true,
      }),
    ]),
  );
});

test("an injected inline script, an inline handler, eval, a script of another origin and an inline style have no effect", async ({
  shared: { page },
}) => {
  const ran = await page.evaluate(async () => {
    const found: string[] = [];
    Reflect.set(globalThis, "attacked", (name: string) => found.push(name));
    const add = (tag: string, set: (element: HTMLElement) => void): HTMLElement => {
      const element = document.createElement(tag);
      set(element);
      document.body.append(element);
      return element;
    };
    const added = [
      add("script", (one) => (one.textContent = "attacked('inline')")),
      add("script", (one) => one.setAttribute("src", "data:text/javascript,attacked('data')")),
      add("script", (one) => one.setAttribute("src", "http://127.0.0.1:9/x.js")),
      add("div", (one) => (one.innerHTML = "<img src=x onerror=\"attacked('handler')\">")),
      add("style", (one) => (one.textContent = "body { --attacked: yes }")),
    ];
    await new Promise((done) => setTimeout(done, 500));
    if (getComputedStyle(document.body).getPropertyValue("--attacked") !== "") found.push("style");
    for (const one of added) one.remove();
    return found;
  });
  expect(ran).toEqual([]);
  // The page's policy does not bind Playwright's evaluation; it binds a handler in the page.
  const evaluated = await page.evaluate(
    () =>
      new Promise<string>((done) =>
        setTimeout(() => {
          try {
            done(String(Reflect.get(globalThis, "eval")("1 + 1")));
          } catch (error) {
            done(error instanceof EvalError ? "refused" : String(error));
          }
        }),
      ),
  );
  expect(evaluated).toBe("refused");
});

test("the page cannot navigate, open a window, embed another page, or reach the network or files", async ({
  shared: { app, page },
}) => {
  const before = page.url();
  for (const address of [
    "https://example.com/",
    "file:///etc/passwd",
    "data:text/html,<p>x",
    "packbench://other/index.html",
  ]) {
    await page.evaluate((url) => void (location.href = url), address).catch(() => {});
    await page.waitForTimeout(150);
    expect([address, page.url()]).toEqual([address, before]);
  }
  const opened = await page.evaluate(() =>
    [
      window.open("https://example.com/"),
      window.open("file:///etc/passwd"),
      window.open("about:blank"),
    ].map((one) => one === null),
  );
  expect(opened).toEqual([true, true, true]);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect([
    await fetched(page, "file:///etc/passwd"),
    await fetched(page, "http://127.0.0.1:4747/api/v1/cities"),
    await fetched(page, "https://example.com/"),
  ]).toEqual(["refused", "refused", "refused"]);
  const framed = await page.evaluate(async () => {
    const frame = document.createElement("iframe");
    frame.src = "packbench://desk/index.html";
    const view = document.createElement("webview");
    view.setAttribute("src", "https://example.com/");
    document.body.append(frame, view);
    await new Promise((done) => setTimeout(done, 500));
    const inside = [
      frame.contentDocument?.body?.childElementCount ?? 0,
      "getWebContentsId" in view ? 1 : 0,
    ];
    frame.remove();
    view.remove();
    return inside;
  });
  expect(framed).toEqual([0, 0]);
});

test("the page may reload itself, but only at its own address", async ({ shared: { page } }) => {
  await page.evaluate(() => void Reflect.set(globalThis, "isOld", true));
  await page.evaluate(() => location.reload());
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, "isOld") as unknown).catch(() => true))
    .toBeUndefined();
  await page.locator("html[data-ready=true]").waitFor({ state: "attached" });
  await page.evaluate(() => {
    Reflect.set(globalThis, "isOld", true);
    location.search = "?other";
  });
  await page.waitForTimeout(500);
  expect(
    await page.evaluate(() => [Reflect.get(globalThis, "isOld") as unknown, location.search]),
  ).toEqual([true, ""]);
});

test("the screen's scheme serves nothing outside its folder: by dots, encoded dots, backslashes, NUL, absolute paths or another host", async ({
  shared: { page },
}) => {
  const attacks = [
    "/../main.js",
    "/..%2f..%2fpackage.json",
    "/%2e%2e/%2e%2e/package.json",
    "/..%5c..%5cpackage.json",
    "/assets/..%2f..%2felectron%2fmain.js",
    "/%00.html",
    "/index.html%00.js",
    "//etc/passwd",
    "/%2fetc%2fpasswd",
    "/C:%5cWindows%5cwin.ini",
    "/%zz.html",
    "/nothing.html",
  ];
  for (const attack of attacks)
    expect([attack, await fetched(page, `packbench://desk${attack}`)]).toEqual([
      attack,
      expect.stringMatching(/^(404 not found|refused)/),
    ]);
  expect(await fetched(page, "packbench://other/index.html")).toMatch(/^(404|refused)/);
  expect(await fetched(page, "packbench://desk/index.html")).toMatch(/^200 <!doctype html>/i);
});

test("no permission is granted: location, notifications, camera, microphone, screen, clipboard, devices", async ({
  shared: { page },
}) => {
  const granted = await page.evaluate(async () => {
    const tried: Record<string, () => Promise<unknown>> = {
      geolocation: () =>
        new Promise((done, fail) => navigator.geolocation.getCurrentPosition(done, fail)),
      notifications: async () => {
        if ((await Notification.requestPermission()) !== "granted") throw new Error("denied");
      },
      camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
      microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
      screen: () => navigator.mediaDevices.getDisplayMedia({ video: true }),
      clipboard: () => navigator.clipboard.readText(),
      midi: () => navigator.requestMIDIAccess({ sysex: true }),
      hid: async () => {
        if (
          (
            await (
              Reflect.get(navigator, "hid") as { requestDevice(o: unknown): Promise<unknown[]> }
            ).requestDevice({ filters: [] })
          ).length === 0
        )
          throw new Error("none");
      },
      serial: () =>
        (Reflect.get(navigator, "serial") as { requestPort(): Promise<unknown> }).requestPort(),
    };
    const found: string[] = [];
    for (const [name, run] of Object.entries(tried)) {
      const late = new Promise((_done, fail) => setTimeout(fail, 3_000));
      await Promise.race([run(), late]).then(
        () => found.push(name),
        () => {},
      );
    }
    return found;
  });
  expect(granted).toEqual([]);
});

test(
  "another window of this program, with the same preload and another page, is refused by the main process",
  { tag: "@all" },
  async ({ shared: { app } }) => {
    const answer = await app.evaluate(async ({ BrowserWindow, app: program }) => {
      const { sep } = process.getBuiltinModule("node:path");
      const window = new BrowserWindow({
        show: false,
        webPreferences: {
          preload: [program.getAppPath(), "dist", "electron", "preload.cjs"].join(sep),
          sandbox: true,
          contextIsolation: true,
        },
      });
      await window.loadURL("data:text/html,<p>another</p>");
      const got: unknown = await window.webContents.executeJavaScript(
        'typeof bridge === "undefined" ? "no bridge" : bridge.invoke("api:request", { method: "GET", path: "/station/desk" })',
      );
      window.destroy();
      return got;
    });
    expect(answer).toMatchObject({ ok: false, error: { code: "E2000" } });
  },
);

test("a message from a frame inside the station's page is refused, and so is the page itself once it shows another address", async ({
  shared: { app, page },
}) => {
  await page.evaluate(() => void document.body.append(document.createElement("iframe")));
  const answered = await app.evaluate(async ({ BrowserWindow, ipcMain }) => {
    const desk = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().startsWith("packbench://desk/"),
    )?.webContents;
    // Frames have no bridge, so a frame's message is passed directly to the real handler, as from a
    // compromised page process.
    const run = (
      Reflect.get(ipcMain, "_invokeHandlers") as Map<
        string,
        (event: unknown, input: unknown) => Promise<{ ok: boolean }>
      >
    ).get("api:request");
    const [inside] = desk?.mainFrame.frames ?? [];
    if (desk === undefined || run === undefined || inside === undefined)
      throw new Error("there is no frame");
    const frames = [
      inside,
      { url: "packbench://desk/index.html", parent: desk.mainFrame },
      { url: "https://example.com/", parent: null },
      { url: "packbench://desk.example.com/", parent: null },
      null,
      desk.mainFrame,
    ];
    return Promise.all(
      frames.map(
        async (senderFrame) =>
          (await run({ sender: desk, senderFrame }, { method: "GET", path: "/station/desk" })).ok,
      ),
    );
  });
  await page.evaluate(() => document.querySelector("iframe")?.remove());
  // The last message is the unchanged page's; without it the others would prove nothing.
  expect(answered).toEqual([false, false, false, false, false, true]);
});

test("no log line contains a token or a webhook's secret, signature, header or key in its address, even when the receiver fails or is gone", async ({
  shared: { page, dataDir },
}) => {
  const { token } = await ask<{ token: string }>(page, "POST", "/apitokens", { name: "planted" });
  expect(token.length).toBeGreaterThan(20);
  const target = await receiver(() => 500);
  const { signingSecret: secret } = await ask<{ signingSecret: string }>(page, "POST", "/webhook", {
    url: `${target.url}/hook?key=planted-key-7f3a9c21`,
    headerName: "X-Api-Key",
    headerValue: "planted-header-5b8e",
    type: "TRACK_UPDATED",
  });
  expect(secret.length).toBeGreaterThan(10);
  const hook = { url: `${target.url}/hook?key=planted-key-7f3a9c21`, type: "TRACK_UPDATED" };
  await ask(page, "PUT", "/webhook", hook);
  const signatures = target.calls.flatMap(({ headers }) =>
    Object.entries(headers)
      .filter(([name]) => /signature|hmac/i.test(name))
      .map(([, value]) => String(value)),
  );
  expect(signatures.length).toBeGreaterThan(0);
  // The receiver no longer listens: the connection's error contains the address.
  await target.close();
  await ask(page, "PUT", "/webhook", hook);
  const info = await page.evaluate(
    async () =>
      (
        await (
          Reflect.get(globalThis, "bridge") as {
            invoke(c: string, i: unknown): Promise<{ value: { apiUrl: string } }>;
          }
        ).invoke("app:info", {})
      ).value.apiUrl,
  );
  for (const path of ["/shipments", "/nowhere", `/shipments?token=${token}`])
    await fetch(`${info}${path}`, { headers: { authorization: `Bearer ${token}` } });
  await fetch(`${info}/shipments`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: "{bad",
  });
  await page.waitForTimeout(500);
  const folder = join(dataDir, "logs");
  const text = readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
  const planted = {
    token,
    secret,
    header: "planted-header-5b8e",
    key: "planted-key-7f3a9c21",
    signature: signatures[0] ?? "",
  };
  expect(text.length).toBeGreaterThan(0);
  expect(
    Object.entries(planted)
      .filter(([, value]) => text.includes(value))
      .map(([name]) => name),
  ).toEqual([]);
});
