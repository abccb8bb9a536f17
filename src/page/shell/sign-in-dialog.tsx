/** Asks for a token where the server wants one; the browser keeps nothing of it but the cookie that the server sets. */
import { useSignal } from '@preact/signals';
import { addressOf, messageOf, onUnknown, Refused } from '../api/ask.ts';
import { t } from '../language/words.ts';
import { loadBookmarks, loadSelection } from '../state/bookmarks.ts';
import { loadFields } from '../state/fields.ts';
import { loadSources } from '../state/sources.ts';
import { closeDialog, Dialog, showDialog } from './dialog.tsx';

/** Everyone who waits for the same token. */
let waiting: { readonly promise: Promise<void>; readonly resolve: () => void } | null = null;

export function offerSignIn(): void {
  onUnknown(() => {
    if (waiting !== null) return waiting.promise;
    let resolve: () => void = () => undefined;
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    waiting = { promise, resolve };
    showDialog('signIn');
    return promise;
  });
}

async function signIn(token: string): Promise<void> {
  const body = JSON.stringify({ token });
  const answer = await fetch(addressOf('session'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  if (!answer.ok) throw new Refused({ error: t().wrongToken, status: answer.status });
  closeDialog();
  waiting?.resolve();
  waiting = null;
  await Promise.allSettled([loadSources(), loadFields(), loadBookmarks(), loadSelection()]);
}

export function SignInDialog() {
  const token = useSignal('');
  const fault = useSignal('');
  return (
    <Dialog title={t().signIn} class="small" mayClose={false}>
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          signIn(token.value.trim()).catch((reason: unknown) => {
            fault.value = messageOf(reason);
          });
        }}
      >
        <p class="faint">{t().signInHint}</p>
        <label>
          {t().token}
          <input
            autoFocus
            autocomplete="off"
            spellcheck={false}
            value={token.value}
            onInput={(event) => {
              token.value = event.currentTarget.value;
            }}
          />
        </label>
        {fault.value !== '' && (
          <p role="alert" class="warn">
            {fault.value}
          </p>
        )}
        <footer>
          <button type="submit" class="primary">
            {t().signIn}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
