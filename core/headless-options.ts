/** Command line of the headless station: its options and their help text. */
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { logFolder } from "./base/log-file.ts";
import { LOG_LEVELS, logLevel, type LogLevel } from "./base/log.ts";
import { readSmallBytes, readSmallFile } from "./base/read-small-file.ts";
import { sameID } from "./base/wire.ts";
import type { CoreConfig } from "./core-config.ts";
import { isNetworkPath } from "./printing/printer-folder.ts";
import { readApiOptions } from "./base/api-options.ts";
import { chosenPolicyFile } from "./base/policy.ts";

export const USAGE = `usage: npm run serve -- [--data DIR] [--port 4747] [--demo] [--json] [--new-token NAME]
       [--organization ID] [--printer-folder DIR] [--listen HOST]
       [--log-file DIR] [--log-level LEVEL]
       [--backup-folder DIR] [--order-folder DIR|off] [--recovery-key-file FILE] [--join CODE | --join-server URL --credentials FILE [--server-ca FILE]]
       [--agreement FILE] [--move-in URL [--move-in-token FILE]] [--moved | --copied] [--help]
       npm run serve -- [--data DIR] --restore BACKUP [--yes] [--moved | --copied]
       npm run serve -- [--data DIR] --support-bundle FILE

  --data DIR   the data folder; created if it does not exist; default: ~/.packbench
  --port N     port of the local API; 0 takes any free port; default: the port in Settings, otherwise 4747
  --listen HOST         also serve programs on other machines, by TLS: an address of this machine, or 0.0.0.0 for all
  --secure-port N       port for programs on other machines; default: 4748
  --tls-cert FILE --tls-key FILE   PEM files that replace the station's own certificate
  --policy FILE         a policy file, when the company has none on this machine
  --join CODE  join the stations of an organization with a hub's code; with --demo only the first station creates sample data
  --join-server URL     tls://host:port of a nats-server of the organization, instead of a hub; several are separated by commas
  --credentials FILE    for --join-server: this station's .creds file
  --server-ca FILE      for --join-server: PEM of the authority that signed the server's certificate, if this computer does not trust that authority
  --demo       seed an organization with sample data, once; print a new token at each start
  --agreement FILE      enter an agreement with a carrier from a CSV or XLSX file before the station serves; a file that is entered already changes nothing; a wrong file ends the start
  --move-in URL         take everything from another server of this interface, in the background; started again, the station continues
  --move-in-token FILE  for --move-in: a file with an API token of that server; default: the environment variable PACKBENCH_MOVE_IN_TOKEN
  --json       print exactly one line of JSON when ready
  --new-token NAME      create an API token for the organization's owner, and print it once
  --organization ID     organization of this station; default: the folder's first organization
  --printer-folder DIR  folder below which programs may set up printers that print into files
  --log-file DIR        the folder of the log; default: logs in the data folder
  --log-level LEVEL     debug (every request), info, warn or error; default: PACKBENCH_LOG_LEVEL, otherwise info
  --backup-folder DIR   folder of nightly backups, checked and rotated; stays set until another folder is named
  --order-folder DIR    watched folder for order files, PDFs and results; stays set until another folder or off is named
  --recovery-key-file FILE   a file with the recovery key, when the key of the stored secrets is lost; needed once
  --give-up-secrets     give up stored secrets whose key is lost for good, the PINs of leads too; prints the recovery key, which opens the locked desk, while no owner can sign in; does nothing else while the key is available
  --restore BACKUP      describe a backup; with --yes replace the data with it; the old data moves into a folder
  --support-bundle FILE write a zip for support: versions, settings, logs and counts without personal data
  --moved               the data folder or backup is of another computer, which no longer uses it
  --copied              the other computer keeps using the folder: this station gets a new identity and new numbers
  --help                print this
`;
/** Largest accepted credentials or certificate file, bytes. */
const LARGEST_KEY_FILE = 100_000;
const MIB = 1024 * 1024;
/** Largest file with an agreement, MiB. */
const LARGEST_AGREEMENT_MIB = 4;

export class UsageError extends Error {}

type Options = Pick<
  CoreConfig,
  | "dataDir"
  | "demo"
  | "organizationID"
  | "newToken"
  | "printerFolder"
  | "backupFolder"
  | "orderFolder"
  | "became"
  | "recoveryKeyFile"
  | "givesUpSecrets"
  | "join"
  | "joinServer"
  | "port"
  | "listen"
  | "securePort"
  | "tls"
  | "policyFile"
  | "agreementFile"
  | "moveIn"
> & {
  readonly json: boolean;
  readonly logFolder: string;
  readonly level: LogLevel;
  readonly restore: string | undefined;
  readonly isConfirmed: boolean;
  readonly supportBundle: string | undefined;
};

const OPTIONS = {
  port: { type: "string" },
  listen: { type: "string" },
  "secure-port": { type: "string" },
  "tls-cert": { type: "string" },
  "tls-key": { type: "string" },
  policy: { type: "string" },
  demo: { type: "boolean", default: false },
  agreement: { type: "string" },
  "move-in": { type: "string" },
  "move-in-token": { type: "string" },
  json: { type: "boolean", default: false },
  "new-token": { type: "string" },
  organization: { type: "string" },
  "printer-folder": { type: "string" },
  "log-file": { type: "string" },
  "log-level": { type: "string" },
  "backup-folder": { type: "string" },
  "order-folder": { type: "string" },
  "recovery-key-file": { type: "string" },
  "give-up-secrets": { type: "boolean", default: false },
  join: { type: "string" },
  "join-server": { type: "string" },
  credentials: { type: "string" },
  "server-ca": { type: "string" },
  restore: { type: "string" },
  yes: { type: "boolean", default: false },
  "support-bundle": { type: "string" },
  moved: { type: "boolean", default: false },
  copied: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** Reads the options; undefined when the arguments ask for help. */
export function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: { ...OPTIONS, data: { type: "string", default: join(homedir(), ".packbench") } },
  });
  if (values.help) return undefined;
  const { organization, "new-token": newToken, "printer-folder": folder } = values;
  if (newToken !== undefined && (newToken.trim() === "" || newToken.length > 100))
    throw new UsageError("--new-token must have a name of 1 to 100 characters for the token");
  if (folder !== undefined && isNetworkPath(folder))
    throw new UsageError("--printer-folder must be a folder of this machine, not a network path");
  const level = values["log-level"];
  if (level !== undefined && !LOG_LEVELS.some((one) => one === level))
    throw new UsageError(`--log-level must be one of ${LOG_LEVELS.join(", ")}, not "${level}"`);
  if (values.moved && values.copied)
    throw new UsageError("--moved and --copied exclude each other");
  return {
    logFolder: resolve(values["log-file"] ?? logFolder(values.data)),
    level: logLevel(level ?? process.env["PACKBENCH_LOG_LEVEL"]),
    restore: values.restore,
    isConfirmed: values.yes,
    supportBundle: values["support-bundle"],
    ...(values.moved || values.copied
      ? { became: values.moved ? ("moved" as const) : ("copied" as const) }
      : {}),
    ...(values["backup-folder"] === undefined
      ? {}
      : { backupFolder: resolve(values["backup-folder"]) }),
    ...orderFolderOf(values["order-folder"]),
    givesUpSecrets: values["give-up-secrets"],
    ...(values["recovery-key-file"] === undefined
      ? {}
      : { recoveryKeyFile: resolve(values["recovery-key-file"]) }),
    ...(values.join === undefined ? {} : { join: values.join }),
    ...joinServerOf(values["join-server"], values.credentials, values["server-ca"]),
    dataDir: resolve(values.data),
    policyFile: chosenPolicyFile(values.policy),
    ...readApiOptions({
      port: values.port,
      listen: values.listen,
      securePort: values["secure-port"],
      certFile: values["tls-cert"],
      keyFile: values["tls-key"],
    }),
    ...(values.agreement === undefined ? {} : { agreementFile: agreementOf(values.agreement) }),
    ...moveInOf(values["move-in"], values["move-in-token"]),
    demo: values.demo,
    json: values.json,
    ...(newToken === undefined ? {} : { newToken: newToken.trim() }),
    ...(organization === undefined ? {} : { organizationID: sameID(organization) }),
    ...(folder === undefined ? {} : { printerFolder: resolve(folder) }),
  };
}

/** Reads the watched folder; "off" switches it off. */
function orderFolderOf(value: string | undefined): { readonly orderFolder?: string } {
  if (value === undefined) return {};
  return { orderFolder: value === "off" ? "" : resolve(value) };
}

function joinServerOf(
  urls: string | undefined,
  credentials: string | undefined,
  authority: string | undefined,
): Pick<CoreConfig, "joinServer"> {
  if (urls === undefined && credentials === undefined && authority === undefined) return {};
  if (urls === undefined || credentials === undefined)
    throw new UsageError("--join-server and --credentials belong together");
  const servers = urls
    .split(",")
    .map((url) => url.trim())
    .filter(Boolean);
  return {
    joinServer: {
      servers,
      credentials: readFileOf("--credentials", credentials),
      ...(authority === undefined ? {} : { authority: readFileOf("--server-ca", authority) }),
    },
  };
}

/** The token never comes from the command line, which other users of the machine can see. */
function moveInOf(url: string | undefined, file: string | undefined): Pick<CoreConfig, "moveIn"> {
  if (url === undefined && file === undefined) return {};
  if (url === undefined) throw new UsageError("--move-in-token belongs to --move-in");
  const token =
    file === undefined
      ? process.env["PACKBENCH_MOVE_IN_TOKEN"]
      : readFileOf("--move-in-token", file);
  if (token === undefined || token.trim() === "")
    throw new UsageError(
      "--move-in needs a token of that server, in PACKBENCH_MOVE_IN_TOKEN or in the file of --move-in-token",
    );
  return { moveIn: { url: url.trim(), token: token.trim() } };
}

function readFileOf(option: string, file: string): string {
  try {
    return readSmallFile(resolve(file), LARGEST_KEY_FILE);
  } catch (error) {
    throw new UsageError(`${option} ${file} cannot be read (${causeOf(error)})`);
  }
}

function agreementOf(file: string): NonNullable<CoreConfig["agreementFile"]> {
  try {
    return {
      name: basename(file),
      bytes: readSmallBytes(resolve(file), LARGEST_AGREEMENT_MIB * MIB),
    };
  } catch (error) {
    const cause = causeOf(error);
    throw new UsageError(
      `--agreement ${file} cannot be read (${cause}${cause === "EFBIG" ? `: it may have at most ${LARGEST_AGREEMENT_MIB} MiB` : ""}); nothing was entered`,
    );
  }
}

function causeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
