/** Loads the recipient's panel when it is first opened; the open order stays visible meanwhile. */
import { Suspense } from "react";
import { lazyScreen } from "../../ui/lazy-screen.ts";

const RecipientPanel = lazyScreen(
  async () => (await import("./RecipientPanel.tsx")).RecipientPanel,
);

/** Shows the panel; nothing until the panel's file is loaded. */
export function RecipientOverlay() {
  return (
    <Suspense fallback={null}>
      <RecipientPanel />
    </Suspense>
  );
}
