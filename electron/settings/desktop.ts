/**
 * What this computer's window does besides showing the screen: when it is closed, and when its user
 * signs in.
 */
import { errors } from "../../core/base/errors.ts";
import type { Log } from "../../core/base/log.ts";
import { chosenPolicyFile, readPolicy, type Policy } from "../../core/base/policy.ts";
import type { Input, Output } from "../ipc/contract.ts";
import type { Autostart } from "./autostart.ts";
import type { SettingsStore } from "./window-settings.ts";

type Parts = {
  readonly settings: SettingsStore;
  readonly autostart: Autostart;
  readonly policy: Policy;
  readonly log: Log;
  hasTray(): boolean;
  /** Whether the station runs as a shared desk (`--kiosk`). */
  readonly isKiosk: boolean;
};

/**
 * @returns Reads, and sets what is named.
 * @throws AppError E2121 for what the policy sets, E2122 when the system does not take it.
 */
export function desktopSettings({
  settings,
  autostart,
  policy,
  log,
  hasTray,
  isKiosk,
}: Parts): (input: Input<"window:desktop">) => Output<"window:desktop"> {
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
 * For the window. A file that cannot be used is reported by the core, which does not start then.
 */
export function policyOrNone(named: string | undefined, log: Log): Policy {
  try {
    return readPolicy(chosenPolicyFile(named));
  } catch (err) {
    log.warn({ err }, "the policy file cannot be used");
    return {};
  }
}

/** What the policy sets is put in place at each start. */
export function applyPolicy({
  autostart,
  policy,
  log,
}: Pick<Parts, "autostart" | "policy" | "log">): void {
  if (policy.autostart === undefined || policy.autostart === autostart.read()) return;
  try {
    setAutostart(autostart, policy.autostart, log);
  } catch {
    // It is in the log. A desk that does not start by itself is started by a person.
  }
}

function setAutostart(autostart: Autostart, isOn: boolean, log: Log): void {
  try {
    autostart.set(isOn);
  } catch (err) {
    log.warn({ err }, "the system did not take whether Packbench opens at sign-in");
    throw errors.settingRefusedBySystem();
  }
}
