/**
 * Settings of electron-builder that depend on the packing machine: the runtime, the signer, and the
 * address of updates.
 */
import path from "node:path";
import { FALLBACK } from "../../runtime/fallback.mjs";
import { modules, root } from "../places.mjs";

/**
 * Placeholders, because a .deb must have a maintainer; PACKBENCH_MAINTAINER and PACKBENCH_HOMEPAGE
 * set the publisher's own.
 */
const NO_MAINTAINER = "Packbench <packbench@packbench.invalid>";
const NO_HOMEPAGE = "https://packbench.invalid";

/** Part of the names of files that were packed with the fallback runtime or a placeholder. */
const NOT_FOR_DISTRIBUTION = "not-for-distribution";

/**
 * Creates electron-builder's configuration for one run.
 *
 * @param {{ electronDist?: string, electronVersion?: string, kind: "product" | "fallback" |
 *   "placeholder", output: string }} build `kind`: a product, or a package for inspection only;
 *   `output`: the folder to pack into.
 * @param {NodeJS.ProcessEnv} env PACKBENCH_PUBLISHER (the name in the Windows certificate),
 *   PACKBENCH_UPDATES_URL or GITHUB_REPOSITORY, CSC_LINK and the like.
 * @returns {object} electron-builder's configuration.
 */
export function packingConfig({ electronDist, electronVersion, kind, output }, env = process.env) {
  const isProduct = kind === "product";
  const signer =
    isProduct && (env.WIN_CSC_LINK ?? env.CSC_LINK ?? env.CSC_NAME)
      ? (env.PACKBENCH_PUBLISHER ?? "")
      : undefined;
  const name = (pattern) => ({
    artifactName: isProduct
      ? pattern
      : pattern.replace(".${ext}", `-${NOT_FOR_DISTRIBUTION}.\${ext}`),
  });
  return {
    extends: path.join(root, "electron-builder.yml"),
    directories: { output },
    ...name("Packbench-${version}-${os}-${arch}.${ext}"),
    ...(electronDist === undefined ? {} : { electronDist, electronVersion }),
    // A package for inspection only is packed in seconds.
    ...(isProduct ? {} : { compression: "store" }),
    publish: isProduct ? publish(env) : null,
    linux: {
      maintainer: env.PACKBENCH_MAINTAINER ?? NO_MAINTAINER,
      ...(kind === "fallback" ? { files: fallbackFiles() } : {}),
    },
    deb: {
      ...name("packbench_${version}_${arch}.${ext}"),
      ...(isProduct ? {} : { compression: "gz" }),
    },
    ...(signer === undefined ? {} : { win: { signtoolOptions: { publisherName: signer } } }),
    mac:
      isProduct && env.APPLE_API_KEY
        ? { notarize: true }
        : { notarize: false, ...(isProduct ? {} : { identity: null }) },
    extraMetadata: {
      homepage:
        env.PACKBENCH_HOMEPAGE ??
        (env.GITHUB_REPOSITORY ? `https://github.com/${env.GITHUB_REPOSITORY}` : NO_HOMEPAGE),
      // Read by the program: a package for inspection only does not look for updates.
      packbench: { isForDistribution: isProduct, isSigned: signer !== undefined },
    },
  };
}

/** Returns where the packed program looks for updates; null: nowhere, and the program says so. */
function publish(env) {
  if (env.PACKBENCH_UPDATES_URL) return { provider: "generic", url: env.PACKBENCH_UPDATES_URL };
  const [owner, repo] = (env.GITHUB_REPOSITORY ?? "").split("/");
  return owner && repo ? { provider: "github", owner, repo } : null;
}

/** Returns SQLite's binary for the fallback runtime, at the path where the library looks first. */
function fallbackFiles() {
  const release = "node_modules/better-sqlite3/build/Release";
  return [{ from: release, to: release, filter: ["better_sqlite3.node"] }];
}

/**
 * Describes the fallback runtime to electron-builder.
 *
 * @returns {{ electronDist: string, electronVersion: string }} The fallback runtime in
 *   node_modules.
 */
export function fallbackRuntime() {
  return {
    electronDist: path.join(modules, "electron", "dist"),
    electronVersion: FALLBACK.version,
  };
}
