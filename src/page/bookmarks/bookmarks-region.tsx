/** Shows the bookmarks with their counts. A click shows the members; a number key adds or removes the current item. */
import type { BookmarkEntry } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { showDialog } from '../shell/dialog.tsx';
import { Section } from '../shell/section.tsx';
import { Sign } from '../shell/sign.tsx';
import { Evidence, visibleName } from '../shell/visible-text.tsx';
import { address, toggleFilter } from '../state/address.ts';
import { keyOf } from '../state/bookmark-keys.ts';
import {
  areBookmarksKnown,
  bookmarks,
  clauseOf,
  clearSelection,
  colorOf,
  selectedCount,
  selectedGone,
} from '../state/bookmarks.ts';
import { choiceOfKey } from '../state/coding-panels.ts';
import { UNREVIEWED } from '../state/reviewed.ts';
import { bookmarkAllHits } from './bookmark-dialog.tsx';
import { clauseBelow, type NameNode, nameTree } from './name-tree.ts';
import { reviewAllHits, reviewSelection } from './reviewed-dialog.tsx';

const SELECTED = 'selected:true';

export function BookmarksRegion() {
  return (
    <Section
      title={t().bookmarks}
      actions={
        <button type="button" class="quiet" aria-label={t().log} title={t().log} onClick={() => showDialog('log')}>
          <Sign name="history" />
        </button>
      }
    >
      {bookmarks.value.length === 0 && (
        <p class="faint small-text">{areBookmarksKnown.value ? t().noBookmarks : t().loading}</p>
      )}
      <ul class="bookmark-list">
        <Nodes nodes={nameTree(bookmarks.value)} />
      </ul>
      {(selectedCount.value > 0 || selectedGone.value > 0) && (
        <div class="selection-line">
          <button type="button" class="link" aria-pressed={isFiltered(SELECTED)} onClick={() => toggleFilter(SELECTED)}>
            {t().selectionCount(selectedCount.value)}
          </button>
          {selectedGone.value > 0 && (
            <span class="warn small-text" title={t().itemsGoneHint}>
              {t().itemsGone(selectedGone.value)}
            </span>
          )}
          {selectedCount.value > 0 && (
            <button
              type="button"
              class="quiet"
              aria-label={t().reviewSelection}
              title={t().reviewSelection}
              onClick={reviewSelection}
            >
              <Sign name="check" />
            </button>
          )}
          <button type="button" class="quiet" aria-label={t().clearSelection} onClick={() => void clearSelection()}>
            <Sign name="close" />
          </button>
        </div>
      )}
      <button type="button" class="wide" onClick={bookmarkAllHits}>
        <Sign name="bookmark" /> {t().bookmarkAll}
      </button>
      <button type="button" class="wide" onClick={reviewAllHits}>
        <Sign name="check" /> {t().reviewAll}
      </button>
      <button type="button" class="link" aria-pressed={isFiltered(UNREVIEWED)} onClick={() => toggleFilter(UNREVIEWED)}>
        {t().unreviewed}
      </button>
    </Section>
  );
}

function isFiltered(clause: string): boolean {
  return address.value.filter.includes(clause);
}

function Nodes({ nodes }: { readonly nodes: readonly NameNode<BookmarkEntry>[] }) {
  return (
    <>
      {nodes.map((node) =>
        'path' in node ? (
          <li key={`${node.path}/`} class="bookmark-group">
            <button
              type="button"
              class="link"
              aria-pressed={isFiltered(clauseBelow(node.path))}
              onClick={() => toggleFilter(clauseBelow(node.path))}
            >
              <Evidence text={`${node.label}/`} />
            </button>
            <ul class="bookmark-list" aria-label={visibleName(node.path)}>
              <Nodes nodes={node.children} />
            </ul>
          </li>
        ) : (
          <Entry key={node.entry.name} entry={node.entry} label={node.label} />
        ),
      )}
    </>
  );
}

function Entry({ entry, label }: { readonly entry: BookmarkEntry; readonly label: string }) {
  const { name, items, gone, comment } = entry;
  const key = keyOf(name);
  return (
    <li class="bookmark-entry">
      <span class="dot" style={{ background: colorOf(name) }} aria-hidden="true" />
      <button
        type="button"
        class="link"
        title={comment === null ? visibleName(name) : `${visibleName(name)}: ${visibleName(comment)}`}
        aria-pressed={isFiltered(clauseOf(name))}
        onClick={() => toggleFilter(clauseOf(name))}
      >
        <Evidence text={label} />
      </button>
      <span class="count">{t().number(items)}</span>
      {gone != null && (
        <span class="warn small-text" title={t().itemsGoneHint}>
          {t().itemsGone(gone)}
        </span>
      )}
      {key !== undefined && choiceOfKey(key) === null && <kbd>{key}</kbd>}
      <button
        type="button"
        class="quiet on-hover"
        aria-label={t().editBookmark(visibleName(name))}
        onClick={() => showDialog('edit', entry)}
      >
        <Sign name="pencil" />
      </button>
    </li>
  );
}
