/** What the item looks like: the server says whether it can be shown, and everything of the evidence stays in a sandbox. */
import { addressOf, itemPath } from '../api/ask.ts';
import { t } from '../language/words.ts';
import { visibleName } from '../shell/visible-text.tsx';
import { mediaTypeOf, type OpenItem } from '../state/item.ts';
import { hitName } from '../table/cell.tsx';
import { TextTab } from './text-tab.tsx';

export function PreviewTab({ open }: { readonly open: OpenItem }) {
  const type = mediaTypeOf(open);
  if (open.parts.includes('content') && /^(audio|video)\//.test(type)) return <Recording open={open} type={type} />;
  if (open.parts.includes('thumb')) return <Thumbnail open={open} />;
  if (open.parts.includes('text')) return <TextTab open={open} />;
  return <p class="empty">{t().noPreview}</p>;
}

function Thumbnail({ open }: { readonly open: OpenItem }) {
  return (
    <div class="picture">
      <img src={addressOf(itemPath(open, 'thumb'))} alt={visibleName(hitName(open))} />
    </div>
  );
}

/** The browser fetches of it what it plays. */
function Recording({ open, type }: { readonly open: OpenItem; readonly type: string }) {
  const address = addressOf(itemPath(open, 'content'));
  const name = visibleName(hitName(open));
  return (
    <div class="picture">
      {type.startsWith('audio/') ? (
        <audio controls preload="metadata" src={address} aria-label={name} />
      ) : (
        <video controls preload="metadata" src={address} aria-label={name} />
      )}
    </div>
  );
}
