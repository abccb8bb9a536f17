/** A hit as a row: selection, marks, and a cell for each column. */
import type { Hit } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { shownItem } from '../state/address.ts';
import { colorOf, toggleSelected } from '../state/bookmarks.ts';
import { cursor, openRow } from '../state/cursor.ts';
import { isOfType } from '../state/fields.ts';
import { hasDeparted, hitAt, rowsVersion } from '../state/results.ts';
import { isReviewed } from '../state/reviewed.ts';
import { columns } from '../state/settings.ts';
import { CellValue, hitName } from './cell.tsx';
import { widthOf } from './column-head.tsx';
import { SnippetLine } from './snippets.tsx';

/** Selection, bookmarks and reviewers precede the chosen columns. */
export const LEADING_COLUMNS = 3;
const LEAD = 32;
export const LEADING_WIDTH = LEADING_COLUMNS * LEAD;

interface RowProps {
  readonly row: number;
  readonly top: number;
  readonly height: number;
  readonly hasSnippets: boolean;
}

export function ResultRow({ row, top, height, hasSnippets }: RowProps) {
  // A changed row is redrawn at the same position.
  void rowsVersion.value;
  const hit = hitAt(row);
  const isCursor = cursor.value === row;
  const isLeft = hasDeparted(row);
  const open = shownItem.value;
  const isOpen = hit !== null && open !== null && open.id === hit.id && open.source === hit.source;
  return (
    <div
      role="row"
      class={`row${isCursor ? ' cursor' : ''}${isOpen ? ' open' : ''}${row % 2 === 1 ? ' odd' : ''}${isLeft ? ' left' : ''}`}
      data-row={row}
      title={isLeft ? t().departed : undefined}
      aria-description={isLeft ? t().departed : undefined}
      aria-rowindex={row + 2}
      aria-selected={hit?.selected ?? false}
      aria-busy={hit === null ? true : undefined}
      tabIndex={isCursor ? 0 : -1}
      style={{ transform: `translateY(${top}px)`, height: `${height}px` }}
      onClick={() => openRow(row)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        openRow(row);
        event.preventDefault();
      }}
    >
      {hit === null ? <Waiting /> : <Cells hit={hit} hasSnippets={hasSnippets} columns={columns.value} />}
    </div>
  );
}

function Waiting() {
  return (
    <div role="gridcell" class="waiting" aria-colspan={columns.value.length + LEADING_COLUMNS}>
      <span />
    </div>
  );
}

interface CellsProps {
  readonly hit: Hit;
  readonly hasSnippets: boolean;
  readonly columns: readonly string[];
}

/** Redrawn only if the hit changes, because scrolling moves unchanged rows. */
function Cells({ hit, hasSnippets, columns: shown }: CellsProps) {
  const name = visibleName(hitName(hit));
  return (
    <>
      <div role="gridcell" class="lead" onClick={(event) => event.stopPropagation()}>
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t().select(name)}
          checked={hit.selected}
          onChange={() => toggleSelected([hit])}
        />
      </div>
      <div role="gridcell" class="lead marks">
        {hit.bookmarks.slice(0, 4).map((bookmark) => (
          <span
            key={bookmark}
            class="dot"
            role="img"
            aria-label={visibleName(bookmark)}
            title={visibleName(bookmark)}
            style={{ background: colorOf(bookmark) }}
          />
        ))}
      </div>
      <div role="gridcell" class="lead">
        <ReviewedSign hit={hit} />
      </div>
      {shown.map((column) => (
        <div
          key={column}
          role="gridcell"
          class={`cell${isOfType(column, 'number') ? ' number' : ''}${column === 'name' ? ' name' : ''}`}
          style={{ width: `${widthOf(column)}px` }}
        >
          <CellValue hit={hit} column={column} />
        </div>
      ))}
      {hasSnippets && (
        <div role="gridcell" class="snippets">
          {hit.snippets?.map((snippet, i) => (
            <SnippetLine key={i} snippet={snippet} />
          ))}
        </div>
      )}
    </>
  );
}

/** Strong if the viewer reviewed it, faint if only others did. */
function ReviewedSign({ hit }: { readonly hit: Hit }) {
  const { reviewed = [] } = hit;
  if (reviewed.length === 0) return null;
  const name = t().reviewedBy(reviewed.map(visibleName).join(', '));
  return (
    <span class={`reviewed-sign${isReviewed(hit) ? '' : ' others'}`} role="img" aria-label={name} title={name}>
      <Sign name="check" />
    </span>
  );
}
