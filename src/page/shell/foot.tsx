/** The footer: display settings, the request for scripts, the keys, and the user. */
import type { ComponentChildren } from 'preact';
import { ExportSign } from '../export/export-progress.tsx';
import { chosenLanguage, LANGUAGES, t } from '../language/words.ts';
import { LiveSign } from '../live/live-sign.tsx';
import { language, theme, timeZone } from '../state/settings.ts';
import { ZONES } from '../state/times.ts';
import { endSession, viewer } from '../state/viewer.ts';
import { Choice } from './choice.tsx';
import { copyAsCurl } from './copy-as-curl.ts';
import { showDialog } from './dialog.tsx';
import { Sign, type SignName } from './sign.tsx';
import { Evidence } from './visible-text.tsx';

export function Foot() {
  return (
    <footer class="foot">
      <Choice
        label={t().timeZone}
        value={timeZone.value}
        options={ZONES.map((zone) => [zone, zone])}
        choose={(zone) => {
          timeZone.value = zone;
        }}
      />
      <Choice
        label={t().language}
        value={chosenLanguage()}
        options={Object.entries(LANGUAGES)}
        choose={(code) => {
          language.value = code;
        }}
      />
      <Choice
        label={t().theme}
        value={theme.value}
        options={Object.entries(t().themes)}
        choose={(name) => {
          theme.value = name;
        }}
      />
      <span class="spring" />
      <LiveSign />
      <ExportSign />
      <Tool sign="copy" label={t().copyAsCurl} act={() => void copyAsCurl()} />
      <Tool sign="keys" label={t().shortcuts} act={() => showDialog('shortcuts')} />
      <a class="button quiet" href="../docs/" aria-label={t().manual} title={t().manual}>
        <Sign name="file" /> <span>{t().manual}</span>
      </a>
      <a class="button quiet" href="../swagger-ui/" aria-label={t().documentation} title={t().documentation}>
        <Sign name="link" />
      </a>
      <SignedIn />
    </footer>
  );
}

function Tool({ sign, label, act }: { readonly sign: SignName; readonly label: string; readonly act: () => void }) {
  return (
    <button type="button" class="quiet" aria-label={label} title={label} onClick={act}>
      <Sign name={sign} /> <span>{label}</span>
    </button>
  );
}

function SignedIn(): ComponentChildren {
  const who = viewer.value;
  if (who === null) return null;
  return (
    <span class="signed-in">
      <Evidence text={who.name ?? ''} /> <span class="faint">{t().roles[who.role]}</span>
      <button type="button" class="quiet" onClick={() => void endSession()}>
        {t().signOut}
      </button>
    </span>
  );
}
