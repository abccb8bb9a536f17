/** The preview of the item. The server decides whether it can be shown. All evidence stays in a sandbox. */
import { t } from '../language/words.ts';
import { PdfPreview } from '../pdf/pdf-preview.tsx';
import { viewerOf } from '../preview/kind.ts';
import { Mail } from '../preview/mail.tsx';
import { MarkedFrame } from '../preview/marked-frame.tsx';
import { lazily } from '../shell/lazily.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import type { OpenItem } from '../state/item.ts';
import { thumbnailAddress } from '../state/sources.ts';
import { hitName } from '../table/cell.tsx';
import { TextTab } from './text-tab.tsx';

const Database = lazily<{ readonly open: OpenItem }>(async () => (await import('../preview/database.tsx')).Database);
const Picture = lazily<{ readonly open: OpenItem }>(async () => (await import('../preview/picture.tsx')).Picture);
const Recording = lazily<{ readonly open: OpenItem }>(async () => (await import('../preview/recording.tsx')).Recording);

export function PreviewTab({ open }: { readonly open: OpenItem }) {
  switch (viewerOf(open)) {
    case 'pdf':
      return <PdfPreview open={open} />;
    case 'mail':
      return <Mail open={open} />;
    case 'picture':
      return <Picture open={open} />;
    case 'database':
      return <Database open={open} />;
    case 'frame':
      return <MarkedFrame open={open} />;
    case 'recording':
      return <Recording open={open} />;
    case 'thumbnail':
      return <Thumbnail open={open} />;
    case 'text':
      return <TextTab open={open} />;
    case 'none':
      return <p class="empty">{t().noPreview}</p>;
  }
}

function Thumbnail({ open }: { readonly open: OpenItem }) {
  return (
    <div class="picture">
      <img src={thumbnailAddress(open)} alt={visibleName(hitName(open))} />
    </div>
  );
}
