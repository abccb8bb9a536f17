/** Loads the report dialog on first use. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';

const loaded = signal<ComponentType | null>(null);

export function LateReportDialog() {
  useEffect(() => {
    if (loaded.peek() !== null) return;
    void import('./report-dialog.tsx').then(({ ReportDialog }) => {
      loaded.value = ReportDialog;
    });
  }, []);
  const Dialog = loaded.value;
  return Dialog === null ? null : <Dialog />;
}
