/** Progress of an export, in the dialog, or in the footer if the dialog is closed. */
import { t } from '../language/words.ts';
import { openDialog, showDialog } from '../shell/dialog.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { cancelExport, type ExportState, exporting } from './running-export.ts';

export function ExportProgress() {
  const state = exporting.value;
  if (state === null) return <p role="status" class="faint" />;
  const { isRunning, fault, file, items, total, bytes, cut } = state;
  return (
    <div class="export-progress">
      {fault !== '' ? (
        <p role="alert" class="warn">
          {t().exportFailed(fault)}
        </p>
      ) : (
        <p role="status">
          {isRunning ? progressOf(state) : t().exportSaved(visibleName(file), totalOf(state), t().bytes(bytes))}
          {!isRunning && cut > 0 && <span class="warn"> {t().cutCells(cut)}</span>}
        </p>
      )}
      {isRunning && (
        <div class="export-bar">
          <progress aria-label={t().exportTitle} max={Math.max(1, total)} value={items ?? undefined} />
          <button type="button" onClick={cancelExport}>
            {t().cancel}
          </button>
        </div>
      )}
    </div>
  );
}

/** For the footer. */
export function ExportSign() {
  const state = exporting.value;
  if (state?.isRunning !== true || openDialog.value?.name === 'export' || openDialog.value?.name === 'report')
    return null;
  return (
    <button type="button" class="quiet" onClick={() => showDialog('export')}>
      {t().exportTitle}: {progressOf(state)}
    </button>
  );
}

function totalOf({ areEvents, total }: ExportState): string {
  return areEvents ? t().eventCount(total) : t().items(total);
}

function progressOf(state: ExportState): string {
  const { items, total, bytes } = state;
  if (bytes === 0) return t().exportChecking;
  return items === null ? t().exportBytes(totalOf(state), t().bytes(bytes)) : t().exportItems(items, total);
}
