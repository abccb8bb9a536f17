/** Asks for a token, or links to the sign-in provider. The browser stores only the server's cookie. */
import { useSignal } from '@preact/signals';
import { CaseAccessError } from '../../client/case-access-client.ts';
import { askForTokens, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import {
  beginSession,
  forgetSession,
  isTokenMissing,
  providerName,
  signInAtProvider,
  takesTokens,
  viewer,
} from '../state/viewer.ts';
import { closeDialog, Dialog, openDialog, showDialog } from './dialog.tsx';

/** Shared by all requests that wait for the token. */
let waiting: { readonly promise: Promise<void>; readonly resolve: () => void } | null = null;

export function offerSignIn(): void {
  askForTokens({
    isShut: () => isTokenMissing(),
    open() {
      if (waiting !== null) return waiting.promise;
      let resolve: () => void = () => undefined;
      const promise = new Promise<void>((done) => {
        resolve = done;
      });
      waiting = { promise, resolve };
      forgetSession();
      showDialog('signIn');
      return promise;
    },
  });
}

async function signIn(token: string): Promise<void> {
  const before = viewer.peek();
  await beginSession(token);
  // What the page shows, and the changes that wait, are of somebody else.
  if (before !== null && before.name !== viewer.peek()?.name) return location.reload();
  if (openDialog.peek()?.name === 'signIn') closeDialog();
  waiting?.resolve();
  waiting = null;
}

export function SignInDialog() {
  const reason = new URLSearchParams(location.search).get('signin');
  const fault = useSignal(reason === null ? '' : (t().signInFaults[reason] ?? ''));
  return (
    <Dialog title={t().signIn} class="small" mayClose={false}>
      {providerName !== null && (
        <button type="button" class="primary" onClick={signInAtProvider}>
          {t().signInAt(providerName)}
        </button>
      )}
      {takesTokens && (
        <TokenForm
          onFault={(text) => {
            fault.value = text;
          }}
        />
      )}
      {fault.value !== '' && (
        <p role="alert" class="warn">
          {fault.value}
        </p>
      )}
    </Dialog>
  );
}

function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

function TokenForm({ onFault }: { readonly onFault: (text: string) => void }) {
  const token = useSignal('');
  return (
    <form
      method="dialog"
      onSubmit={(event) => {
        event.preventDefault();
        signIn(token.value.trim()).catch((reason: unknown) => {
          const isUnknown = reason instanceof CaseAccessError && (reason.status === 401 || reason.status === 400);
          onFault(isUnknown ? t().wrongToken : messageOf(reason));
        });
      }}
    >
      <p class="faint">{t().signInHint}</p>
      <label>
        {t().token}
        <input
          ref={focus}
          autocomplete="off"
          spellcheck={false}
          value={token.value}
          onInput={(event) => {
            token.value = event.currentTarget.value;
          }}
        />
      </label>
      <footer>
        <button type="submit" class={providerName === null ? 'primary' : ''}>
          {t().signIn}
        </button>
      </footer>
    </form>
  );
}
