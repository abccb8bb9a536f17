/** Shows the counts of a list of queries. A click on one searches it. */
import type { KeywordLine } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { closeDialog } from '../shell/dialog.tsx';
import { Evidence } from '../shell/visible-text.tsx';
import { go } from '../state/address.ts';
import { LineGrid } from './line-grid.tsx';

type Counted = Exclude<KeywordLine, { readonly done: true }>;

interface KeywordReportProps {
  readonly lines: readonly KeywordLine[];
  /** Whether the lines were searched as literal text. */
  readonly areLiteral: boolean;
  /** Keyed by line of another syntax: the query in our language. */
  readonly translations: ReadonlyMap<string, string>;
}

export function KeywordReport({ lines, areLiteral, translations }: KeywordReportProps) {
  const counted = lines.filter((line): line is Counted => !('done' in line));
  const end = lines.find((line) => 'done' in line);
  const { query, items, family, unique } = t().keywordColumns;
  return (
    <>
      <LineGrid
        label={t().keywordReport}
        heads={[query, items, family, unique]}
        lines={counted}
        cells={(line) => (
          <Cells line={line} isLiteral={areLiteral} searched={translations.get(line.query) ?? line.query} />
        )}
      />
      {end !== undefined && 'done' in end && (
        <p role="status" class="faint">
          {t().keywordsDone(end.queries, end.failed, end.hinted, end.items)}
        </p>
      )}
    </>
  );
}

/** Rows have a fixed height. Overflow is cut, and shown in full on hover and in the CSV. */
function LineHints({ hints }: { readonly hints: readonly string[] }) {
  return (
    <span class="warn keyword-hints" title={hints.join('\n')}>
      {hints.join('; ')}
    </span>
  );
}

interface CellsProps {
  readonly line: Counted;
  readonly isLiteral: boolean;
  readonly searched: string;
}

function Cells({ line, isLiteral, searched }: CellsProps) {
  return (
    <>
      <span role="gridcell">
        <button
          type="button"
          class="link"
          onClick={() => {
            closeDialog();
            go({ q: searched, literal: isLiteral, item: null });
          }}
        >
          <Evidence text={line.query} />
        </button>
        {'hints' in line && line.hints !== undefined && <LineHints hints={line.hints} />}
      </span>
      {'error' in line ? (
        <span role="gridcell" class="warn keyword-fault" aria-colspan={3} title={line.error}>
          {line.error}
        </span>
      ) : (
        [line.items, line.itemsWithFamily, line.unique].map((count, i) => (
          <span key={i} role="gridcell" class="number">
            {t().number(count)}
          </span>
        ))
      )}
    </>
  );
}
