/**
 * Shows the hits around the open one, as pictures. A click opens one. Shown only for hits, because other items have no
 * neighbours.
 */
import { useEffect } from 'preact/hooks';
import type { Hit } from '../api/answers.ts';
import { LatePicture } from '../gallery/late-picture.tsx';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { cursor, openRow } from '../state/cursor.ts';
import type { OpenItem } from '../state/item.ts';
import { hitAt, rowsVersion, summary, wantRows } from '../state/results.ts';
import { thumbnailAddress } from '../state/sources.ts';
import { hitName } from '../table/cell.tsx';

const BESIDE = 4;

export function Filmstrip({ open }: { readonly open: OpenItem }) {
  void rowsVersion.value;
  const count = summary.value?.total ?? 0;
  const at = cursor.value;
  const first = Math.max(0, Math.min(at - BESIDE, count - 2 * BESIDE - 1));
  const end = Math.min(count, first + 2 * BESIDE + 1);
  const own = hitAt(at);
  const isHit = own !== null && own.id === open.id && own.source === open.source;
  useEffect(() => {
    if (isHit) wantRows(first, end);
  }, [isHit, first, end]);
  if (!isHit || count < 2) return null;
  const rows = Array.from({ length: end - first }, (_, i) => first + i);
  return (
    <ul class="filmstrip" aria-label={t().filmstrip}>
      {rows.map((row) => (
        <Frame key={row} row={row} hit={hitAt(row)} isOpen={row === at} />
      ))}
    </ul>
  );
}

interface FrameProps {
  readonly row: number;
  readonly hit: Hit | null;
  readonly isOpen: boolean;
}

function Frame({ row, hit, isOpen }: FrameProps) {
  if (hit === null) return <li class="film-frame" />;
  const name = visibleName(hitName(hit));
  return (
    <li class="film-frame">
      <button
        type="button"
        title={name}
        aria-label={name}
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => openRow(row)}
      >
        {hit.parts.includes('thumb') ? <LatePicture src={thumbnailAddress(hit)} /> : <Sign name="file" />}
      </button>
    </li>
  );
}
