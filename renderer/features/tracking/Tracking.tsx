/**
 * The board of parcels: its columns with counts, the parcels of the open column, and the details of
 * the chosen parcel.
 */
import { useEffect } from "react";
import { Truck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button.tsx";
import { Blank } from "../../ui/Blank.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { ListView } from "../../ui/list/ListView.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { BoardColumn } from "./BoardColumn.tsx";
import { ParcelSide } from "./ParcelSide.tsx";
import styles from "./Tracking.module.css";
import { COLUMNS, countOf } from "./tracking.slice.ts";
import { useTracking } from "./use-tracking.ts";

/** Interval of reading the board: parcels become late or stuck as time passes, without an event. */
const MINUTE_MS = 60_000;

/** Reads the board on mount, and every minute. */
export function Tracking() {
  const { t } = useTranslation();
  const board = useTracking((store) => store.board);
  const failure = useTracking((store) => store.boardFailure);
  const load = useTracking((store) => store.loadBoard);
  useEffect(() => {
    void load();
    const timer = setInterval(() => void load(), MINUTE_MS);
    return () => clearInterval(timer);
  }, [load]);
  const isEmpty = board !== null && COLUMNS.every((column) => countOf(board, column) === 0);
  return (
    <ListView
      title={t("tracking.title")}
      tools={null}
      notices={
        failure === null ? null : (
          <Panel
            tone="stop"
            title={t("tracking.failed")}
            alert
            commands={<Button onPress={() => void load()}>{t("app.again")}</Button>}
          >
            <FailureText failure={failure} />
          </Panel>
        )
      }
      panel={board === null || isEmpty ? null : <ParcelSide stuckDays={board.stuckDays} />}
    >
      {board === null && failure === null ? (
        <p role="status" className={styles["none"]}>
          {t("tracking.reading")}
        </p>
      ) : null}
      {isEmpty ? <Blank Icon={Truck} text={t("tracking.empty")} /> : null}
      {board === null || isEmpty ? null : (
        <div className={styles["board"]} data-testid="board">
          {COLUMNS.filter((column) => column !== "UNREPORTED" || countOf(board, column) > 0).map(
            (column) => (
              <BoardColumn key={column} board={board} column={column} />
            ),
          )}
        </div>
      )}
    </ListView>
  );
}
