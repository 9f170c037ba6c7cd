/**
 * A publisher's update address on this machine, and electron-updater outside Electron: its own
 * parsing, verifying and choosing.
 */
import { createHash } from "node:crypto";
import {
  createServer,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppImageUpdater, type AppUpdater } from "electron-updater";
import { ElectronHttpExecutor } from "electron-updater/out/electronHttpExecutor.js";

type Release = {
  readonly version: string;
  readonly file: Buffer;
  /** Base64; by default the file's checksum. */
  readonly sha512?: string;
  readonly stagingPercentage?: number;
};

export type UpdateServer = {
  readonly url: string;
  /** Requested paths, without the query. */
  readonly asked: readonly string[];
  offer(release: Release, channel?: string): void;
  close(): Promise<void>;
};

/** Serves each channel's list, such as latest-linux.yml, and the file that the list names. */
export async function serveUpdates(): Promise<UpdateServer> {
  const files = new Map<string, Buffer>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    asked.push(path);
    const body = files.get(path);
    if (body === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { "content-length": body.length }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    offer(
      {
        version,
        file,
        sha512 = createHash("sha512").update(file).digest("base64"),
        stagingPercentage,
      },
      channel = "latest",
    ) {
      const name = `Packbench-${version}-x86_64.AppImage`;
      files.set(`/${name}`, file);
      const staged =
        stagingPercentage === undefined ? "" : `stagingPercentage: ${stagingPercentage}\n`;
      files.set(
        `/${channel}-linux.yml`,
        Buffer.from(
          `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${file.length}\npath: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-11-24T00:00:00.000Z'\n${staged}`,
        ),
      );
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/**
 * @param folder Folder for the updater's caches, this computer's random number and app-update.yml.
 */
export function updaterOf(folder: string, version: string, url: string): AppUpdater {
  const config = join(folder, "app-update.yml");
  writeFileSync(config, `provider: generic\nurl: ${url}\nupdaterCacheDirName: packbench-updater\n`);
  const adapter = {
    version,
    name: "Packbench",
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: join(folder, "cache"),
    whenReady: async () => {},
    relaunch() {},
    quit() {},
    onQuit() {},
  };
  const updater = new AppImageUpdater(null, adapter);
  // Downloads and checks are electron-updater's; only the requests are Node's.
  const createRequest = (
    options: RequestOptions,
    callback: (response: IncomingMessage) => void,
  ): ClientRequest => httpRequest(options, callback);
  Object.assign(updater, {
    httpExecutor: Object.assign(new ElectronHttpExecutor(), { createRequest }),
  });
  return updater;
}

/** Returns the number by which a staged release selects computers. */
export function stagingNumber(folder: string): string {
  return readFileSync(join(folder, ".updaterId"), "utf8");
}
