/** The button that leads to where a failure can be corrected. */
import { useTranslation } from "react-i18next";
import type { SettingsPart } from "../store/navigation.slice.ts";
import { useShared } from "../store/shared.ts";
import { Button } from "./Button.tsx";

const WAYS: Readonly<
  Record<
    string,
    {
      readonly part: SettingsPart;
      readonly words: "organization.setUp.enterSender" | "empty.topUp";
    }
  >
> = {
  E1068: { part: "sender", words: "organization.setUp.enterSender" },
  E1066: { part: "balance", words: "empty.topUp" },
};

/**
 * Shows the button that leads to the right place in Settings.
 *
 * @param code Code of the failure.
 * @returns null for a code that is not corrected in Settings.
 */
export function FailureWay({ code }: { readonly code: string }) {
  const { t } = useTranslation();
  const openSettings = useShared((store) => store.openSettings);
  const way = WAYS[code];
  if (way === undefined) return null;
  return <Button onPress={() => openSettings(way.part)}>{t(way.words)}</Button>;
}
