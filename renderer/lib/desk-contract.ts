/** Stands in for electron/ipc/contract.ts, with its names and shapes, until that is here; lib/desk.ts alone imports it. */
type Channels = {
  "api:request": { input: { method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"; path: string; body?: unknown }; output: { status: number; body: unknown } };
  "window:chooseFile": { input: { filters?: { name: string; extensions: string[] }[] }; output: { name: string; base64: string } | null };
  "window:setLanguage": { input: { language: "en" | "tr" }; output: null };
  "app:info": { input: Record<string, never>; output: { version: string; electron: string; standIn: boolean; apiUrl: string | null; testMode: boolean } };
};
type Events = {
  "core:event": { seq: number; topic: string; subjectID: string; at: string };
  "core:state": { state: "running" | "restarting" | "stopped" };
};

export type InvokeChannel = keyof Channels;
export type Input<C extends InvokeChannel> = Channels[C]["input"];
export type Output<C extends InvokeChannel> = Channels[C]["output"];
export type EventChannel = keyof Events;
export type Event<C extends EventChannel> = Events[C];

export type Failure = { readonly code: string; readonly message: string; readonly details: Readonly<Record<string, string | number>> };
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure };

export type Desk = {
  invoke<C extends InvokeChannel>(channel: C, input: Input<C>): Promise<Answer<Output<C>>>;
  on<C extends EventChannel>(channel: C, listener: (event: Event<C>) => void): () => void;
};
