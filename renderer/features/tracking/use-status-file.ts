/** State of a status file: chosen, checked, its codes mapped, applied in parts until it ends. */
import { useState } from "react";
import {
  applyStatusFile,
  checkStatusFile,
  mapStatusCodes,
} from "../../../core/fulfilment/scans/status-files.api.ts";
import type {
  StatusFile,
  StatusFileProgress,
} from "../../../core/fulfilment/scans/status-files.schema.ts";
import type { TrackingSubCode } from "../../../core/shipping/tracking/tracking.schema.ts";
import { call, invoke } from "../../lib/bridge.ts";
import { useAct, type Act } from "../../ui/use-act.ts";

type Chosen = { readonly name: string; readonly base64: string };

export type StatusFileState = {
  readonly act: Act;
  readonly file: StatusFile | null;
  readonly progress: StatusFileProgress | null;
  /** Opens the system's file dialog, and checks the chosen file. */
  choose(providerCode: string): Promise<void>;
  /** Checks the file again with these columns, "code:1,time:2". */
  checkWith(columns: string): Promise<void>;
  /** Maps codes, and checks the file again. */
  map(codes: readonly { code: string; subCode: TrackingSubCode }[]): Promise<void>;
  /** Applies the checked file. */
  apply(): Promise<void>;
};

/** Returns the state, at first without a file. @param onApplied Called when a file was applied. */
export function useStatusFile(onApplied: () => void): StatusFileState {
  const act = useAct();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [places, setPlaces] = useState("");
  const [file, setFile] = useState<StatusFile | null>(null);
  const [progress, setProgress] = useState<StatusFileProgress | null>(null);
  const check = async (of: Chosen, providerCode: string, columns: string): Promise<void> => {
    const body = { fileName: of.name, content: of.base64 };
    setProgress(null);
    setFile(await call(checkStatusFile, { query: { providerCode, columns }, body }));
  };
  const again = (columns: string, before = async (): Promise<unknown> => null): Promise<unknown> =>
    act.run(async () => {
      await before();
      if (chosen !== null && file !== null) await check(chosen, file.providerCode, columns);
    });
  return {
    act,
    file,
    progress,
    async choose(providerCode) {
      await act.run(async () => {
        const picked = await invoke("window:chooseFile", {
          filters: [{ name: "CSV, XLSX", extensions: ["csv", "txt", "xlsx"] }],
        });
        if (picked === null) return;
        setChosen(picked);
        setPlaces("");
        await check(picked, providerCode, "");
      });
    },
    async checkWith(columns) {
      setPlaces(columns);
      await again(columns);
    },
    async map(codes) {
      const providerCode = file?.providerCode ?? "";
      await again(places, () =>
        call(mapStatusCodes, { body: { providerCode, codes: [...codes] } }),
      );
    },
    async apply() {
      const id = file?.id ?? null;
      if (id === null) return;
      await act.run(async () => {
        let now: StatusFileProgress;
        do {
          now = await call(applyStatusFile, { params: { id }, body: {} });
          setProgress(now);
        } while (now.step === "applying");
        onApplied();
      });
    },
  };
}
