/** As use-draft.ts, for forms whose values react-hook-form keeps. */
import { useEffect } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useShared } from "./shared.ts";
import { changedTexts } from "./use-draft.ts";

/** @returns `start` with what was typed before into this form, for its default values. */
export function draftedValues<T extends Readonly<Record<string, string>>>(
  name: string,
  start: T,
): T {
  return { ...start, ...useShared.getState().drafts[name] };
}

/**
 * Keeps what is typed into the form while another view is open; a reset of the form to `start`
 * keeps nothing.
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
