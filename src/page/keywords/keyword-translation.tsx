/** The lines of a list in another syntax, in our language, before the list runs. */
import type { TranslatedLine } from '../../../grammar/texts/translated-line.ts';
import { t } from '../language/words.ts';
import { Evidence } from '../shell/visible-text.tsx';
import { LineGrid } from './line-grid.tsx';

export function KeywordTranslation({ lines }: { readonly lines: readonly TranslatedLine[] }) {
  const names = t().translationColumns;
  const refused = lines.filter(({ query }) => query === null).length;
  const doubted = lines.filter(({ query, notes }) => query !== null && notes.length > 0).length;
  return (
    <>
      <p role="status" class={refused > 0 ? 'warn' : 'faint'}>
        {t().translationDone(lines.length, refused, doubted)}
      </p>
      <LineGrid
        label={t().translation}
        class="keyword-translation"
        heads={[names.written, names.meant, names.notes]}
        lines={lines}
        cells={(line) => <Cells line={line} />}
      />
    </>
  );
}

function Cells({ line: { written, query, notes } }: { readonly line: TranslatedLine }) {
  return (
    <>
      <span role="gridcell" class="mono" title={written}>
        <Evidence text={written} />
      </span>
      <span role="gridcell" class={query === null ? 'warn' : 'mono'} title={query ?? undefined}>
        {query === null ? t().translationRefused : <Evidence text={query} />}
      </span>
      <span role="gridcell" class="warn" title={notes.join('\n')}>
        <Evidence text={notes.join('; ')} />
      </span>
    </>
  );
}
