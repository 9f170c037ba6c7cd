/**
 * The rules of the lint, each said once; `npm run lint-rules` writes .oxlintrc.json from them, and test/architecture fails when
 * the file differs.
 *
 * Generated because the lint replaces the options of a rule in an override and never adds to them: a folder that may do one
 * thing less than its neighbours repeats all of its neighbours' restrictions.
 */
import fs from "node:fs";
import path from "node:path";
import { root } from "./places.mjs";

const file = path.join(root, ".oxlintrc.json");

/** Restrictions of imports in core, by name; a folder that is free of one is listed without it. */
const CORE = {
  store: { regex: "^\\.\\./.*\\.store\\.ts$", message: "A store is private to its folder. Call the other domain's service." },
  routes: { regex: "\\.routes\\.ts$", message: "Routes are put together in core/routes.ts; nobody else imports them." },
  platform: { regex: "(^|/)(electron|renderer)/|^(electron|electron-store|electron-updater|react|react-dom|zustand)$", message: "Core knows no Electron and no React." },
  kinds: { regex: "carriers/(test|ratecard|marketplace)/", message: "A carrier kind is known to core/core.ts alone; speak to the port in carriers/carrier.ts." },
  sqlite: { regex: "^better-sqlite3$", message: "SQLite is opened in core/db; a store uses db.sql()." },
};

const PURE_SCHEMA = {
  group: ["./*", "../*", "../**", "node:*", "!./*.schema.ts", "!../**/*.schema.ts", "!../base/*.ts", "!./status-machine.ts"],
  message: "A schema is pure: it imports schemas, core/base and zod.",
};
const BASE = { regex: "^\\.\\./", message: "core/base imports nothing of ours." };

const MAIN_PROCESS = [
  {
    group: ["../core/**", "../../core/**", "!../core/core.ts", "!../../core/core.ts", "!../core/base/*.ts", "!../../core/base/*.ts", "!../core/**/*.schema.ts", "!../../core/**/*.schema.ts"],
    message: "Electron uses core's public files: core.ts, base and schemas.",
  },
  { regex: "renderer/", message: "The main process does not import the screen." },
];
const IPC_MAIN = { name: "electron", importNames: ["ipcMain"], message: "Use electron/ipc/handle.ts." };

const SCREEN = {
  group: ["**/core/**", "**/electron/**", "node:*", "electron", "!**/core/**/*.schema.ts", "!**/core/base/*.ts", "!**/electron/ipc/contract.ts"],
  message: "The screen sees shapes only: *.schema.ts, core/base and electron/ipc/contract.ts.",
};
const FEATURES = { regex: "^\\.\\./[a-z]", message: "Features do not meet. Share through renderer/ui, renderer/lib or the store." };

/**
 * @param {readonly string[]} files Globs.
 * @param {readonly object[]} patterns What these files may not import. Replaces what an earlier override says.
 * @param {readonly object[]} [paths] Names of modules that they may not import.
 */
function forbid(files, patterns, paths = []) {
  return { files, rules: { "no-restricted-imports": ["error", { paths, patterns }] } };
}

/** @param {readonly (keyof typeof CORE)[]} free Restrictions that do not hold. */
function coreWithout(...free) {
  return Object.entries(CORE).flatMap(([name, restriction]) => (free.includes(name) ? [] : [restriction]));
}

/** @returns {object} The lint's configuration. A later override wins over an earlier one. */
export function lintRules() {
  return {
    $schema: "./node_modules/oxlint/configuration_schema.json",
    plugins: ["typescript", "unicorn", "oxc", "import", "promise"],
    categories: { correctness: "error" },
    ignorePatterns: ["dist", "release", "test-results", "node_modules"],
    rules: {
      "import/no-cycle": "error",
      "import/no-default-export": "error",
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      "max-params": ["error", { max: 5 }],
      "no-console": "error",
      "typescript/no-explicit-any": "error",
      "typescript/ban-ts-comment": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrorsIgnorePattern: "^_", ignoreRestSiblings: true }],
      eqeqeq: "error",
      "preserve-caught-error": "off",
      "promise/always-return": "off",
      "import/no-named-as-default-member": "off",
      "unicorn/require-post-message-target-origin": "off",
      "unicorn/no-array-sort": "off",
    },
    overrides: [
      forbid(["core/**/*.ts"], coreWithout()),
      forbid(["core/**/*.schema.ts"], [...coreWithout(), PURE_SCHEMA]),
      forbid(["core/base/**"], [...coreWithout(), BASE]),
      forbid(["core/db/**"], coreWithout("sqlite")),
      forbid(["core/carriers/*/*.ts", "core/demo/**"], coreWithout("kinds")),
      forbid(["core/core.ts"], coreWithout("kinds")),
      forbid(["core/routes.ts"], coreWithout("routes")),
      forbid(["electron/**/*.ts"], MAIN_PROCESS, [IPC_MAIN]),
      forbid(["electron/ipc/handle.ts"], MAIN_PROCESS),
      forbid(["renderer/**"], [SCREEN]),
      forbid(["renderer/features/**"], [SCREEN, FEATURES]),
      { files: ["**/*.config.ts"], rules: { "import/no-default-export": "off" } },
      { files: ["electron/scripts/**", "electron/runtime/**", "electron/log/console.ts", "resources/**", "test/**"], rules: { "no-console": "off" } },
      { files: ["test/**"], rules: { "typescript/no-explicit-any": "error", "max-lines": "off" } },
      { files: ["renderer/vite.config.ts"], rules: { "no-restricted-imports": "off" } },
    ],
  };
}

/** @returns {string} What .oxlintrc.json must hold. */
export function lintFile() {
  return `${JSON.stringify(lintRules(), null, 2)}\n`;
}

if (process.argv[1] === import.meta.filename) fs.writeFileSync(file, lintFile());
