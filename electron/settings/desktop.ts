/** Settings of this computer: what closing the window does, and opening at sign-in. */
import { errors } from "../../core/base/errors.ts";
import type { Log } from "../../core/base/log.ts";
import { chosenPolicyFile, readPolicy, type Policy } from "../../core/base/policy.ts";
import type { Input, Output } from "../ipc/contract.ts";
import type { Autostart } from "./autostart.ts";
import type { SettingsStore } from "./window-settings.ts";

type Deps = {
  readonly settings: SettingsStore;
  readonly autostart: Autostart;
  readonly policy: Policy;
  readonly log: Log;
  hasTray(): boolean;
  /** Whether the station is shared, by `--kiosk` or by policy. */
  readonly isKiosk: boolean;
};

/**
 * Creates a function that reads the settings and changes the given ones. The function throws
 * AppError E2121 for a setting fixed by policy, and E2122 when the system refuses.
 */
export function desktopSettings({
  settings,
  autostart,
  policy,
  log,
  hasTray,
  isKiosk,
}: Deps): (input: Input<"window:desktop">) => Output<"window:desktop"> {
  return ({ onClose, autostart: isWanted }) => {
    if (onClose !== undefined) settings.set("onClose", onClose);
    if (isWanted !== undefined) {
      if (policy.autostart !== undefined) throw errors.setByPolicy();
      setAutostart(autostart, isWanted, log);
    }
    return {
      onClose: settings.get("onClose") ?? (hasTray() ? "keep" : "quit"),
      hasTray: hasTray(),
      autostart: autostart.read(),
      autostartByPolicy: policy.autostart !== undefined,
      isKiosk,
    };
  };
}

/**
 * Reads the policy for the window. An unusable file counts as no policy here: the core reports it
 * and does not start.
 */
export function policyOrNone(named: string | undefined, log: Log): Policy {
  try {
    return readPolicy(chosenPolicyFile(named));
  } catch (err) {
    log.warn({ err }, "the policy file cannot be used");
    return {};
  }
}

/** Applies the policy's settings, at each start. */
export function applyPolicy({
  autostart,
  policy,
  log,
}: Pick<Deps, "autostart" | "policy" | "log">): void {
  if (policy.autostart === undefined || policy.autostart === autostart.read()) return;
  try {
    setAutostart(autostart, policy.autostart, log);
  } catch {
    // The failure is logged. A person can still start the station.
  }
}

function setAutostart(autostart: Autostart, isOn: boolean, log: Log): void {
  try {
    autostart.set(isOn);
  } catch (err) {
    log.warn({ err }, "the system refused to change whether Packbench opens at sign-in");
    throw errors.settingRefusedBySystem();
  }
}
