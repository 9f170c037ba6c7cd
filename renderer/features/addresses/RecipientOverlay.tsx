/**
 * The recipient's panel, loaded when it is first opened; the order beside it stays where it is
 * meanwhile.
 */
import { Suspense } from "react";
import { lazyScreen } from "../../ui/lazy-screen.ts";

const RecipientPanel = lazyScreen(
  async () => (await import("./RecipientPanel.tsx")).RecipientPanel,
);

/** Empty until its file is there. */
export function RecipientOverlay() {
  return (
    <Suspense fallback={null}>
      <RecipientPanel />
    </Suspense>
  );
}
