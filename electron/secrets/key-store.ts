/** The operating system's key store as Electron offers it. Usable after the app is ready. */
import { safeStorage } from "electron";
import type { KeyStore } from "./desk-key.ts";

/**
 * Chromium's names for a missing key store. Without one, Chromium's "encryption" uses a publicly
 * known password.
 */
const NO_STORE: readonly string[] = ["basic_text", "unknown"];

export const systemKeyStore: KeyStore = {
  isUsable: () =>
    (process.platform !== "linux" || !NO_STORE.includes(safeStorage.getSelectedStorageBackend())) &&
    safeStorage.isEncryptionAvailable(),
  seal: (text) => safeStorage.encryptString(text),
  open: (sealed) => safeStorage.decryptString(sealed),
};
