/** The header: the query, and links to everything that is not a view of the hits. */
import { t } from '../language/words.ts';
import { QueryBox } from '../query/query-box.tsx';
import { go } from '../state/address.ts';
import { isSidebarShown } from '../state/settings.ts';
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
        <Opener name="searches" symbol="star" label={t().savedSearches} />
        <Opener name="history" symbol="history" label={t().history} />
        <Opener name="keywords" symbol="list" label={t().keywords} />
        <Opener name="reviews" symbol="pencil" label={t().reviews} />
        <Opener name="export" symbol="download" label={t().exportTitle} />
        <Opener name="report" symbol="file" label={t().reportTitle} />
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
          <span>{t().across}</span>
        </a>
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
      <span>{label}</span>
    </button>
  );
}
