/**
 * A report for a list of search terms. Each line is answered as its counts arrive. A list of another tool is translated first.
 */
import { useState } from 'preact/hooks';
import { t } from '../language/words.ts';
import { Choice } from '../shell/choice.tsx';
import { Dialog } from '../shell/dialog.tsx';
import { isLiteral, KeywordList, list, otherSyntax, syntax } from './keyword-list.ts';
import { KeywordReport } from './keyword-report.tsx';
import { KeywordTranslation } from './keyword-translation.tsx';
import { LIST_SYNTAXES, type ListSyntax } from './translated-list.ts';

export function KeywordsDialog() {
  const [keywords] = useState(() => new KeywordList());
  const { lines, isRunning, fault, translation } = keywords;
  return (
    <Dialog title={t().keywords} class="wide-dialog">
      <form
        method="dialog"
        class="keywords-form"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void keywords.take(event.dataTransfer?.files[0]);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void keywords.submit();
        }}
      >
        <p class="faint">{t().keywordsHint}</p>
        <textarea
          class="mono"
          rows={6}
          aria-label={t().keywords}
          spellcheck={false}
          value={list.value}
          onInput={(event) => {
            list.value = event.currentTarget.value;
            keywords.forget();
          }}
        />
        <Choice
          label={t().listSyntax}
          value={syntax.value}
          options={LIST_SYNTAXES.map((name) => [name, t().listSyntaxes[name]] as const)}
          choose={(name) => {
            syntax.value = name as ListSyntax;
            keywords.forget();
          }}
        />
        <label class="inline" title={t().literalHint}>
          <input
            type="checkbox"
            checked={isLiteral.value}
            onChange={(event) => {
              isLiteral.value = event.currentTarget.checked;
              keywords.forget();
            }}
          />
          {t().literalLines}
        </label>
        <footer>
          <span class="faint" role="status">
            {isRunning.value && t().keywordsRunning(lines.value.length)}
          </span>
          <span class="spring" />
          <button
            type="button"
            disabled={lines.value.length === 0 || isRunning.value}
            onClick={() => void keywords.exportCsv()}
          >
            {t().exportCsv}
          </button>
          <button type="submit" class="primary" disabled={list.value.trim() === ''}>
            {otherSyntax() !== null && translation.value === null ? t().translate : t().runReport}
          </button>
        </footer>
      </form>
      {fault.value !== '' && (
        <p role="alert" class="warn">
          {fault.value}
        </p>
      )}
      {translation.value !== null && <KeywordTranslation lines={translation.value} />}
      {lines.value.length > 0 && (
        <KeywordReport
          lines={lines.value}
          areLiteral={keywords.areLinesLiteral.value}
          translations={keywords.translations.value}
        />
      )}
    </Dialog>
  );
}
