/** The operating system's key store as Electron offers it. After the app is ready. */
import { safeStorage } from "electron";
import type { KeyStore } from "./desk-key.ts";

/**
 * Chromium's own words for having no key store: its "encryption" is a password that everybody
 * knows.
 */
const NO_STORE: readonly string[] = ["basic_text", "unknown"];

export const systemKeyStore: KeyStore = {
  isUsable: () =>
    (process.platform !== "linux" || !NO_STORE.includes(safeStorage.getSelectedStorageBackend())) &&
    safeStorage.isEncryptionAvailable(),
  seal: (text) => safeStorage.encryptString(text),
  open: (sealed) => safeStorage.decryptString(sealed),
};
