/**
 * The board of parcels: its columns with counts, the parcels of the open column, and the details of
 * the chosen parcel.
 */
import { Suspense, useEffect } from "react";
import { Truck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Board } from "../../../core/shipping/board/board.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { Blank } from "../../ui/Blank.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { ListView } from "../../ui/list/ListView.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { lazyPart } from "../../ui/lazy-screen.ts";
import { BoardColumn } from "./BoardColumn.tsx";
import { ParcelSide } from "./ParcelSide.tsx";
import styles from "./Tracking.module.css";
import { COLUMNS, countOf, shownColumns } from "./tracking.slice.ts";
import { mayEnterScans, toggleFiles } from "./tracking-commands.ts";
import { useTracking } from "./use-tracking.ts";

export { actOnChosen } from "./parcel-acts.ts";

const StatusFiles = lazyPart<object>(async () => (await import("./StatusFiles.tsx")).StatusFiles);

/** Interval of reading the board: parcels become late or stuck as time passes, without an event. */
const MINUTE_MS = 60_000;

/** Reads the board on mount, and every minute. */
export function Tracking() {
  const { t } = useTranslation();
  const board = useTracking((store) => store.board);
  const failure = useTracking((store) => store.boardFailure);
  const load = useTracking((store) => store.loadBoard);
  const areFilesOpen = useTracking((store) => store.areFilesOpen);
  const mayEnter = useTracking(mayEnterScans);
  useEffect(() => {
    void load();
    const timer = setInterval(() => void load(), MINUTE_MS);
    return () => clearInterval(timer);
  }, [load]);
  const isEmpty = board !== null && COLUMNS.every((column) => countOf(board, column) === 0);
  return (
    <ListView
      title={t("tracking.title")}
      tools={
        mayEnter ? (
          <Button keyName="F2" onPress={toggleFiles}>
            {t("tracking.files.title")}
          </Button>
        ) : null
      }
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
      panel={
        board === null || isEmpty || areFilesOpen ? null : (
          <ParcelSide stuckDays={board.stuckDays} />
        )
      }
    >
      {areFilesOpen ? (
        <Suspense fallback={null}>
          <StatusFiles />
        </Suspense>
      ) : (
        <Columns board={board} isReading={failure === null} isEmpty={isEmpty} />
      )}
    </ListView>
  );
}

type ColumnsProps = {
  /** null until first read. */
  readonly board: Board | null;
  readonly isReading: boolean;
  readonly isEmpty: boolean;
};

/**
 * The columns of the board. Parcels without scans and parcels on trucks have one only if there are
 * any.
 */
function Columns({ board, isReading, isEmpty }: ColumnsProps) {
  const { t } = useTranslation();
  if (board === null)
    return isReading ? (
      <p role="status" className={styles["none"]}>
        {t("tracking.reading")}
      </p>
    ) : null;
  if (isEmpty) return <Blank Icon={Truck} text={t("tracking.empty")} />;
  return (
    <div className={styles["board"]} data-testid="board">
      {shownColumns(board).map((column) => (
        <BoardColumn key={column} board={board} column={column} />
      ))}
    </div>
  );
}
