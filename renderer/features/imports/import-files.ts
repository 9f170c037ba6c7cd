/** Imports order files, chosen or dropped on the window. */
import { runShared } from "../../store/commands.ts";
import { HOME_VIEW } from "../../store/navigation.slice.ts";
import { useImports } from "./use-imports.ts";

/**
 * Imports order files in the home view. The open order stays.
 *
 * @param files Files dropped on the window; empty: opens the system's file dialog.
 */
export function importFiles(files: readonly File[] = []): void {
  const store = useImports.getState();
  store.showView(HOME_VIEW);
  runShared("clearFailure");
  store.showImportsOver(useImports.getState().openOrder.shipmentID);
  void (files.length === 0 ? store.chooseImport() : store.importFiles(files));
}
