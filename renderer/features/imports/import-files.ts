/** Bringing order files in: chosen, or dropped on the window. */
import { runShared } from "../../store/commands.ts";
import { HOME_VIEW } from "../../store/navigation.slice.ts";
import { useImports } from "./use-imports.ts";

/**
 * Imports order files in the home view. The order on the screen stays.
 *
 * @param files Dropped on the window; none: the operating system is asked for some.
 */
export function importFiles(files: readonly File[] = []): void {
  const store = useImports.getState();
  store.showView(HOME_VIEW);
  runShared("clearFailure");
  store.showImportsOver(useImports.getState().openOrder.shipmentID);
  void (files.length === 0 ? store.chooseImport() : store.importFiles(files));
}
