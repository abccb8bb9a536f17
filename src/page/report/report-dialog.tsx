/** The dialog for a report as pages: its items, the texts on its first page, and its parts. Loaded on demand. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ReportRequest } from '../../client/case-access-client.ts';
import { client } from '../api/client.ts';
import { ExportProgress } from '../export/export-progress.tsx';
import { Radios } from '../export/radios.tsx';
import { exporting, startReport } from '../export/running-export.ts';
import { chosenLanguage, t } from '../language/words.ts';
import { Choice } from '../shell/choice.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { askedSet, sortText } from '../state/address.ts';
import { bookmarks, leftOut, selectedCount } from '../state/bookmarks.ts';
import { splitList } from '../state/list-text.ts';
import { summary } from '../state/results.ts';
import { CheckedOption, TermsOption, TextOption } from './options.tsx';
import { reportWords } from './report-words.ts';

type What = 'hits' | 'selection' | 'bookmarks';
type Files = 'included' | 'linked' | 'none';

export function ReportDialog() {
  const words = reportWords();
  const what = useSignal<What>('hits');
  const chosen = useSignal<readonly string[]>([]);
  const title = useSignal('');
  const caseName = useSignal('');
  const author = useSignal('');
  const template = useSignal<string>(chosenLanguage());
  const templates = useTemplates();
  const keywords = useSignal('');
  const files = useSignal<Files>('included');
  const hasLog = useSignal(true);
  const isCertified = useSignal(false);
  const mayLack = useSignal(false);
  const set = what.value === 'selection' ? { q: 'selected:true' } : what.value === 'bookmarks' ? {} : askedSet.peek();
  const lacking = leftOut(set).join('; ');
  const isReady =
    exporting.value?.isRunning !== true &&
    (lacking === '' || mayLack.value) &&
    (what.value !== 'bookmarks' || chosen.value.length > 0);
  const download = (event: Event): void => {
    event.preventDefault();
    const sort = sortText.peek();
    const terms = keywords.value.split('\n').filter((line) => line.trim() !== '');
    const request: ReportRequest = {
      ...set,
      ...(what.value === 'bookmarks' ? { bookmarks: [...chosen.value] } : {}),
      ...(sort === '' ? {} : { sort: splitList(sort) }),
      ...(title.value === '' ? {} : { title: title.value }),
      ...(caseName.value === '' ? {} : { case: caseName.value }),
      ...(author.value === '' ? {} : { author: author.value }),
      ...(terms.length === 0 ? {} : { keywords: terms }),
      ...(mayLack.value && lacking !== '' ? { allowIncomplete: true } : {}),
      template: template.value,
      files: files.value === 'linked' ? 'linked' : files.value === 'included',
      log: hasLog.value,
      certificate: isCertified.value,
    };
    void startReport(request);
  };
  return (
    <Dialog title={words.title} class="small">
      <form method="dialog" onSubmit={download}>
        <Radios
          label={t().exportOf}
          value={what}
          options={[
            ['hits', t().exportHits(summary.value?.matching ?? 0)],
            ...(selectedCount.value > 0 ? [['selection', t().selectionCount(selectedCount.value)] as const] : []),
            ...(bookmarks.value.length > 0 ? [['bookmarks', words.bookmarks] as const] : []),
          ]}
        />
        {what.value === 'bookmarks' && <BookmarkChoices chosen={chosen} />}
        <TextOption label={words.heading} value={title} />
        <TextOption label={words.case} value={caseName} />
        <TextOption label={words.author} value={author} />
        <Choice
          label={words.template}
          value={template.value}
          options={templates.value.map((name) => [name, words.languages[name] ?? visibleName(name)])}
          choose={(name) => {
            template.value = name;
          }}
        />
        <TermsOption value={keywords} />
        <Radios
          label={words.files}
          value={files}
          options={[
            ['included', words.filesIncluded],
            ['linked', words.filesLinked],
            ['none', words.filesNone],
          ]}
        />
        {files.value === 'linked' && <p class="faint small-text">{words.linkedHint}</p>}
        <CheckedOption label={words.log} value={hasLog} />
        <CheckedOption label={t().certificate} value={isCertified} />
        {lacking !== '' && <CheckedOption label={t().exportWithout(lacking)} value={mayLack} />}
        <p class="faint small-text">{words.hint}</p>
        <ExportProgress />
        <footer>
          <button type="submit" class="primary" disabled={!isReady}>
            {t().download}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Without an answer, the built-in templates are offered. */
function useTemplates(): Signal<readonly string[]> {
  const templates = useSignal<readonly string[]>(['en', 'pt']);
  useEffect(() => {
    client
      .ask('listReportTemplates', {})
      .then((answer) => {
        templates.value = answer.templates.map(({ name }) => name);
      })
      .catch(() => undefined);
  }, []);
  return templates;
}

/** Bookmarks are listed in the order in which they were selected. */
function BookmarkChoices({ chosen }: { readonly chosen: Signal<readonly string[]> }) {
  return (
    <fieldset class="radios">
      <legend>{reportWords().bookmarks}</legend>
      {bookmarks.value.map(({ name, items }) => (
        <label key={name} class="inline">
          <input
            type="checkbox"
            checked={chosen.value.includes(name)}
            onChange={(event) => {
              const others = chosen.value.filter((one) => one !== name);
              chosen.value = event.currentTarget.checked ? [...others, name] : others;
            }}
          />
          {visibleName(name)} ({t().number(items)})
        </label>
      ))}
    </fieldset>
  );
}
