/**
 * The bridge: exposes exactly `window.bridge`, and only channels of the contract. The preload runs
 * sandboxed, so it imports nothing from Node.
 */
import { contextBridge, ipcRenderer, type IpcRendererEvent } from "electron";
import type { DesktopBridge, EventChannel, InvokeChannel } from "./ipc/contract.ts";

/*
 * A literal copy of the contract's channels, because importing the contract, and zod with it, would
 * make the preload ten times as large. A test compares the copy with the contract.
 */
const invokeChannels: ReadonlySet<InvokeChannel> = new Set<InvokeChannel>([
  "api:request",
  "window:opening",
  "window:chooseFile",
  "window:saveFile",
  "window:backUp",
  "window:chooseFolder",
  "window:exportAll",
  "window:beforeDialog",
  "window:setLanguage",
  "window:desktop",
  "window:openSimulator",
  "window:openPractice",
  "window:restartCore",
  "window:updates",
  "window:atWork",
  "app:info",
]);
const eventChannels: ReadonlySet<EventChannel> = new Set<EventChannel>([
  "core:event",
  "core:state",
  "window:update",
  "window:command",
  "window:link",
]);

const bridge: DesktopBridge = {
  invoke: (channel, input) => {
    if (!invokeChannels.has(channel))
      return Promise.reject(new Error(`no such channel: ${channel}`));
    return ipcRenderer.invoke(channel, input);
  },
  on: (channel, listener) => {
    if (!eventChannels.has(channel)) throw new Error(`no such channel: ${channel}`);
    const relay = (_event: IpcRendererEvent, value: Parameters<typeof listener>[0]) =>
      listener(value);
    ipcRenderer.on(channel, relay);
    return () => void ipcRenderer.off(channel, relay);
  },
};

contextBridge.exposeInMainWorld("bridge", bridge);
