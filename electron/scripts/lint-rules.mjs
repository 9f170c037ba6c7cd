/**
 * The lint rules, each written once; `npm run lint-rules` generates .oxlintrc.json from them, and
 * test/architecture fails when the file differs.
 *
 * The file is generated, because an override replaces the options of a rule instead of adding to
 * them: a folder with one more restriction than its neighbours must repeat all of theirs.
 */
import fs from "node:fs";
import path from "node:path";
import { root } from "./places.mjs";

const file = path.join(root, ".oxlintrc.json");

/**
 * The roofs: the top-level folders of core, lowest first. A roof imports only lower roofs, types
 * included. The files at the top of core (core.ts, routes.ts …) compose the roofs and may import
 * all roofs.
 */
export const ROOFS = [
  "base",
  "ports",
  "db",
  "http",
  "jobs",
  "organizations",
  "shipping",
  "labels",
  "printing",
  "fulfilment",
  "records",
  "station",
  "sync",
];

/** Files at the top of core that no roof may import. */
const TOP =
  "all-tables|core|core-config|core-parts|open-deps|routes|headless-options|headless-station|serve|demo";

/** Restrictions of imports in core, by name; `EXEMPT` lists files of roofs that are free of one. */
const CORE = {
  store: {
    regex: "^\\.\\./.*\\.store\\.ts$",
    message: "A store is private to its folder. Call the other domain's service.",
  },
  routes: {
    regex: "\\.routes\\.ts$",
    message: "Routes are put together in core/routes.ts; no other file imports them.",
  },
  tables: {
    regex: "\\.tables\\.ts$",
    message: "Tables are put together in core/all-tables.ts; read db.tables.",
  },
  platform: {
    regex:
      "(^|/)(electron|renderer)/|^(electron|electron-store|electron-updater|react|react-dom|zustand)$",
    message: "Core knows no Electron and no React.",
  },
  kinds: {
    regex: "(^|/)carriers/[^/]+/",
    message:
      "A carrier kind is known to core/open-deps.ts alone; use the port in shipping/carriers/carrier.ts.",
  },
  sqlite: {
    regex: "^better-sqlite3$",
    message: "SQLite is opened in core/db; a store uses db.sql().",
  },
};

/** Patterns that match all our files and Node's modules, except those that a schema may import. */
const ALL_BUT_PURE = [
  "./*",
  "../*",
  "../**",
  "node:*",
  "!./*.schema.ts",
  "!../**/*.schema.ts",
  "!../base/*.ts",
  "!../../base/*.ts",
];
const PURE_SCHEMA = {
  group: [...ALL_BUT_PURE, "!./status-machine.ts"],
  message: "A schema is pure: it imports schemas, core/base and zod.",
};
const PURE_API = {
  group: [...ALL_BUT_PURE, "!../endpoint.ts", "!../http/endpoint.ts", "!../../http/endpoint.ts"],
  message: "An api file is data: it imports core/http/endpoint.ts, schemas, core/base and zod.",
};
const PURE_TABLES = {
  group: ["./*", "../*", "../**", "node:*", "!./tables.ts", "!../tables.ts", "!../**/db/tables.ts"],
  message: "A declaration of tables is data: it imports core/db/tables.ts alone.",
};

/** Returns the restriction that forbids a roof to import higher roofs and the top files of core. */
function higherThan(roof) {
  const higher = ROOFS.slice(ROOFS.indexOf(roof) + 1);
  const regex = [...(higher.length > 0 ? [`(${higher.join("|")})/`] : []), `(${TOP})\\.ts$`];
  return {
    regex: `^(\\.\\./)+(${regex.join("|")})`,
    message: `core/${roof} imports only roofs below it: ${ROOFS.slice(0, ROOFS.indexOf(roof)).join(", ") || "none"}.`,
  };
}

const MAIN_PROCESS = [
  {
    group: [
      "../core/**",
      "../../core/**",
      "!../core/core.ts",
      "!../../core/core.ts",
      "!../core/core-config.ts",
      "!../../core/core-config.ts",
      "!../core/base/*.ts",
      "!../../core/base/*.ts",
      "!../core/station/secrets.ts",
      "!../core/ports/*.ts",
      "!../../core/ports/*.ts",
      "!../../core/db/migrate.ts",
      "!../../core/db/older-reader.ts",
      "!../core/**/*.schema.ts",
      "!../../core/**/*.schema.ts",
    ],
    message:
      "Electron uses core's public files: core.ts, core-config.ts, base, ports, station/secrets.ts, db/migrate.ts, db/older-reader.ts and schemas.",
  },
  { regex: "renderer/", message: "The main process does not import the screen." },
];
const IPC_MAIN = {
  name: "electron",
  importNames: ["ipcMain"],
  message: "Use electron/ipc/handle.ts.",
};

const SCREEN = {
  group: [
    "**/core/**",
    "**/electron/**",
    "node:*",
    "electron",
    "!**/core/**/*.schema.ts",
    "!**/core/**/*.api.ts",
    "!**/core/http/endpoint.ts",
    "!**/core/http/call.ts",
    "!**/core/base/*.ts",
    "!**/electron/ipc/contract.ts",
  ],
  message:
    "The screen sees shapes only: *.schema.ts, *.api.ts, core/http/endpoint.ts and call.ts, core/base and electron/ipc/contract.ts.",
};
const BY_FEATURE = {
  group: ["**/features/**", "!**/features/*/feature.ts"],
  message:
    "The window knows a feature by its feature.ts alone. Say there what the window needs of it.",
};
const PLAIN = {
  regex: "(^|/)(features|app|store|ui)/",
  message: "renderer/lib and renderer/i18n import neither state nor components.",
};
const SHARED = {
  regex: "(^|/)(features|app)/",
  message:
    "Files that all features share import no feature and nothing of app/. Let app/ pass it in: a slot, a command by name, or a part of feature.ts.",
};
const STATE = { regex: "(^|/)ui/", message: "The shared state imports no components." };
const OTHER_FEATURE =
  "A feature does not import another feature. Share through renderer/store, renderer/ui or renderer/lib, or fill a slot (renderer/store/slots.tsx).";
const FEATURES = { regex: "^\\.\\./[a-z]|(^|/)features/", message: OTHER_FEATURE };
/** For files in a folder of a feature: one step up is the feature itself. */
const FEATURES_FROM_WITHIN = {
  regex: "^\\.\\./\\.\\./[a-z]|(^|/)features/",
  message: OTHER_FEATURE,
};
const WINDOW = {
  regex: "(^|/)app/",
  message:
    "A feature does not know the window around it. Read renderer/store, run a command by name (renderer/store/commands.ts), or declare it in feature.ts.",
};

/**
 * Creates an override that forbids imports. It replaces an earlier override for the same files.
 *
 * @param {readonly string[]} files Globs.
 * @param {readonly object[]} patterns Imports that these files may not use.
 * @param {readonly object[]} [paths] Modules that these files may not import.
 */
function forbid(files, patterns, paths = []) {
  return { files, rules: { "no-restricted-imports": ["error", { paths, patterns }] } };
}

/** Returns the restrictions of imports in core, except those of these names. */
function coreWithout(...free) {
  return Object.entries(CORE).flatMap(([name, restriction]) =>
    free.includes(name) ? [] : [restriction],
  );
}

const RULES = {
  "import/no-cycle": "error",
  "import/no-default-export": "error",
  "max-lines": ["error", { max: 300 }],
  "max-lines-per-function": ["error", { max: 60 }],
  "max-params": ["error", { max: 5 }],
  "no-console": "error",
  "typescript/no-explicit-any": "error",
  "typescript/ban-ts-comment": "error",
  "no-unused-vars": [
    "error",
    {
      argsIgnorePattern: "^_",
      varsIgnorePattern: "^_",
      caughtErrorsIgnorePattern: "^_",
      ignoreRestSiblings: true,
    },
  ],
  eqeqeq: "error",
  "no-self-compare": "error",
  "preserve-caught-error": "off",
  "promise/always-return": "off",
  "import/no-named-as-default-member": "off",
  "unicorn/require-post-message-target-origin": "off",
  "unicorn/no-array-sort": "off",
};
const ANY_LENGTH = { "max-lines": "off", "max-lines-per-function": "off" };
/** Returns the import rules of one roof; a later rule replaces an earlier one. */
function importRulesOf(roof) {
  const higher = higherThan(roof);
  const free = EXEMPT.filter(({ files }) => files.startsWith(`core/${roof}/`));
  return [
    forbid([`core/${roof}/**/*.ts`], [...coreWithout(), higher]),
    ...free.map(({ files, from }) => forbid([files], [...coreWithout(from), higher])),
    forbid([`core/${roof}/**/*.schema.ts`], [...coreWithout(), PURE_SCHEMA, higher]),
    forbid([`core/${roof}/**/*.api.ts`], [...coreWithout(), PURE_API, higher]),
    forbid([`core/${roof}/**/*.tables.ts`], [...coreWithout(), PURE_TABLES, higher]),
  ];
}
/** Files of roofs that are free of a restriction. */
const EXEMPT = /** @type {const} */ ([
  { files: "core/db/{*,snapshot/*}.ts", from: "sqlite" },
  { files: "core/shipping/carriers/*/*.ts", from: "kinds" },
  { files: "core/station/demo/*.ts", from: "kinds" },
]);
/** Imports that each folder may not use. A later rule replaces an earlier one. */
const IMPORT_RULES = [
  forbid(["core/*.ts"], coreWithout()),
  forbid(["core/{core-parts,open-deps}.ts"], coreWithout("kinds")),
  forbid(["core/routes.ts"], coreWithout("routes")),
  forbid(["core/all-tables.ts"], coreWithout("tables")),
  ...ROOFS.flatMap(importRulesOf),
  forbid(["electron/**/*.ts"], MAIN_PROCESS, [IPC_MAIN]),
  forbid(["electron/ipc/handle.ts"], MAIN_PROCESS),
  forbid(["renderer/**"], [SCREEN]),
  forbid(["renderer/app/**"], [SCREEN, BY_FEATURE]),
  forbid(["renderer/lib/**", "renderer/i18n/**"], [SCREEN, PLAIN]),
  forbid(["renderer/store/**"], [SCREEN, SHARED, STATE]),
  forbid(["renderer/ui/**"], [SCREEN, SHARED]),
  forbid(["renderer/features/*/*"], [SCREEN, FEATURES, WINDOW]),
  forbid(["renderer/features/*/*/**"], [SCREEN, FEATURES_FROM_WITHIN, WINDOW]),
];

/** Combines all rules; a later override replaces an earlier one. */
export function lintRules() {
  return {
    $schema: "./node_modules/oxlint/configuration_schema.json",
    plugins: ["typescript", "unicorn", "oxc", "import", "promise"],
    categories: { correctness: "error" },
    ignorePatterns: ["dist", "release", "test-results", "node_modules"],
    rules: RULES,
    overrides: [
      ...IMPORT_RULES,
      { files: ["**/*.config.ts"], rules: { "import/no-default-export": "off" } },
      {
        files: [
          "electron/scripts/**",
          "electron/runtime/**",
          "electron/log/console.ts",
          "resources/**",
          "test/**",
        ],
        rules: { "no-console": "off" },
      },
      { files: ["test/**"], rules: { "typescript/no-explicit-any": "error", ...ANY_LENGTH } },
      {
        files: [
          "renderer/vite.config.ts",
          "renderer/screen-bundle.ts",
          "renderer/screen-chunks.ts",
          "renderer/guide-bundle.ts",
        ],
        rules: { "no-restricted-imports": "off" },
      },
    ],
  };
}

/** Returns the required content of .oxlintrc.json. */
export function lintFile() {
  return `${JSON.stringify(lintRules(), null, 2)}\n`;
}

if (process.argv[1] === import.meta.filename) fs.writeFileSync(file, lintFile());
