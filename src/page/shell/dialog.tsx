/** A modal dialog, as the browser's own element. It keeps the focus, and Escape closes it. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../language/words.ts';
import { Sign } from './sign.tsx';

export type DialogName =
  | 'shortcuts'
  | 'bookmark'
  | 'columns'
  | 'history'
  | 'export'
  | 'report'
  | 'keywords'
  | 'people'
  | 'matched'
  | 'log'
  | 'edit'
  | 'signIn'
  | 'reading'
  | 'reviews'
  | 'codings'
  | 'compare'
  | 'reviewed'
  | 'searches'
  | 'settings';

/** The open dialog and its subject. */
export const openDialog = signal<{ readonly name: DialogName; readonly about?: unknown } | null>(null);

export function showDialog(name: DialogName, about?: unknown): void {
  openDialog.value = { name, about };
}

export function closeDialog(): void {
  openDialog.value = null;
}

interface DialogProps {
  readonly title: string;
  readonly class?: string;
  readonly children: ComponentChildren;
  readonly mayClose?: boolean;
}

export function Dialog({ title, class: name = '', children, mayClose = true }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={`dialog ${name}`}
      aria-label={title}
      onClose={closeDialog}
      onCancel={(event) => {
        if (!mayClose) event.preventDefault();
      }}
    >
      <header>
        <h2>{title}</h2>
        {mayClose && (
          <button type="button" class="quiet" aria-label={t().close} onClick={() => element.current?.close()}>
            <Sign name="close" />
          </button>
        )}
      </header>
      {children}
    </dialog>
  );
}
