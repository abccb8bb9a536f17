/** The choices of the coding panels for the open item, with their keys. */
import { t } from '../language/words.ts';
import { Evidence, visibleName } from '../shell/visible-text.tsx';
import { colorOf } from '../state/bookmarks.ts';
import { code } from '../state/code-item.ts';
import { codings } from '../state/coding-panels.ts';
import type { OpenItem } from '../state/item.ts';

export function CodingChoices({ open }: { readonly open: OpenItem }) {
  return (
    <>
      {codings.value.map((coding) => (
        <div key={coding.name} class="coding" role="group" aria-label={visibleName(coding.name)}>
          <span class="faint">{visibleName(coding.name)}</span>
          {coding.choices.map(({ bookmark, key, colour }) => (
            <button
              key={bookmark}
              type="button"
              class="tag"
              aria-pressed={open.bookmarks.includes(bookmark)}
              aria-keyshortcuts={key ?? undefined}
              title={t().choose(visibleName(bookmark))}
              onClick={() => void code({ coding, bookmark }, open)}
            >
              <span class="dot" style={{ background: colour ?? colorOf(bookmark) }} />
              <Evidence text={bookmark} />
              {key !== null && <kbd>{key}</kbd>}
            </button>
          ))}
        </div>
      ))}
    </>
  );
}
