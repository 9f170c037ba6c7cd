/** Like use-draft.ts, for forms that use react-hook-form. */
import { useEffect } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useShared } from "./shared.ts";
import { changedTexts } from "./use-draft.ts";

/** Returns `start` merged with the form's draft, for the form's default values. */
export function draftedValues<T extends Readonly<Record<string, string>>>(
  name: string,
  start: T,
): T {
  return { ...start, ...useShared.getState().drafts[name] };
}

/**
 * Keeps unsaved values of the form while another view is open; resetting the form to `start` drops
 * the draft.
 */
export function useFormDraft<Typed extends FieldValues, Read>(
  form: UseFormReturn<Typed, unknown, Read>,
  name: string,
  start: Readonly<Record<string, string>>,
): void {
  useEffect(() => {
    const watching = form.watch((values) => {
      const texts = Object.fromEntries(
        Object.keys(start).map((field) => [field, String(values[field] ?? "")]),
      );
      useShared.getState().keepDraft(name, changedTexts(start, texts));
    });
    return () => watching.unsubscribe();
  });
}
