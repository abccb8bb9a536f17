/** The top of the page: the query, and the ways to everything that is not a view of the hits. */
import { useRef } from 'preact/hooks';
import { chosenLanguage, LANGUAGES, t } from '../language/words.ts';
import { QueryBox } from '../query/query-box.tsx';
import { go } from '../state/address.ts';
import { isSidebarShown, language, theme, timeZone } from '../state/settings.ts';
import { ZONES } from '../state/times.ts';
import { copyAsCurl } from './copy-as-curl.ts';
import { type DialogName, showDialog } from './dialog.tsx';
import { Sign, type SignName } from './sign.tsx';

export function Header() {
  return (
    <header class="top">
      <button
        type="button"
        class="quiet"
        aria-label={t().sidebar}
        title={t().sidebar}
        aria-pressed={isSidebarShown.value}
        onClick={() => {
          isSidebarShown.value = !isSidebarShown.value;
        }}
      >
        <Sign name="sidebar" />
      </button>
      <h1 class="brand">{t().title}</h1>
      <QueryBox />
      <nav class="top-tools" aria-label={t().more}>
        <Opener name="history" symbol="history" label={t().history} />
        <Opener name="keywords" symbol="list" label={t().keywords} />
        <Opener name="export" symbol="download" label={t().exportTitle} />
        <a
          class="button quiet"
          href="?view=across"
          aria-label={t().across}
          title={t().across}
          onClick={(event) => {
            event.preventDefault();
            go({ view: 'across', item: null });
          }}
        >
          <Sign name="across" />
        </a>
        <Settings />
      </nav>
    </header>
  );
}

interface OpenerProps {
  readonly name: DialogName;
  readonly symbol: SignName;
  readonly label: string;
}

function Opener({ name, symbol, label }: OpenerProps) {
  return (
    <button type="button" class="quiet" aria-label={label} title={label} onClick={() => showDialog(name)}>
      <Sign name={symbol} />
    </button>
  );
}

function Settings() {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = (): void => menu.current?.removeAttribute('open');
  return (
    <details
      ref={menu}
      class="menu"
      onFocusOut={(event) => {
        if (event.relatedTarget instanceof Node && !menu.current?.contains(event.relatedTarget)) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        close();
        event.stopPropagation();
      }}
    >
      <summary class="button quiet" aria-label={t().settings} title={t().settings}>
        <Sign name="settings" />
      </summary>
      <div class="menu-body">
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
        <button type="button" onClick={() => void copyAsCurl().then(close)}>
          <Sign name="copy" /> {t().copyAsCurl}
        </button>
        <button
          type="button"
          onClick={() => {
            close();
            showDialog('shortcuts');
          }}
        >
          <Sign name="keys" /> {t().shortcuts}
        </button>
        <a class="button" href="../swagger-ui/">
          <Sign name="link" /> {t().documentation}
        </a>
      </div>
    </details>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly choose: (value: string) => void;
}

export function Choice({ label, value, options, choose }: ChoiceProps) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select aria-label={label} value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
