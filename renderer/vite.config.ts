/**
 * Build of the screen: one page with relative addresses and nothing remote, so that it loads from a
 * file or from the app's own protocol. Chrome 130 is the oldest supported engine (the fallback
 * runtime).
 */
import { createHash } from "node:crypto";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { guides } from "./guide-bundle.ts";
import { endpointAddresses, unusedSchemas } from "./screen-bundle.ts";
import { startChunks } from "./screen-chunks.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Short tag of a style file: keeps its class names apart from those of other files. */
function tagOf(file: string): string {
  return createHash("sha256").update(relative(here, file)).digest("hex").slice(0, 4);
}

export default defineConfig({
  root: here,
  base: "./",
  plugins: [guides(), endpointAddresses(), unusedSchemas(), react()],
  // zod is set up once, before the first schema: lib/zod.ts.
  resolve: {
    alias: [{ find: /^zod$/, replacement: fileURLToPath(new URL("lib/zod.ts", import.meta.url)) }],
  },
  css: { modules: { generateScopedName: (name, file) => `${name}_${tagOf(file)}` } },
  build: {
    outDir: fileURLToPath(new URL("../dist/renderer", import.meta.url)),
    emptyOutDir: true,
    target: "chrome130",
    cssTarget: "chrome130",
    // A data: font or script would need a wider content security policy.
    assetsInlineLimit: 0,
    // The page names its files, so that the browser requests all files at once. Parts that open
    // later request their own files; their styles load before them, so that no screen appears
    // unstyled.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === "html" ? dependencies : dependencies.filter((file) => file.endsWith(".css")),
    },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: startChunks(here) },
        // The name of shared code lists all files that load it, and each of them repeats the name.
        chunkFileNames: ({ name }) =>
          name.includes("~") ? "assets/shared-[hash].js" : "assets/[name]-[hash].js",
      },
    },
  },
});
