/** Shows and sets whether the viewer has reviewed the open item, and lists other reviewers. */
import { t } from '../language/words.ts';
import { visibleName } from '../shell/visible-text.tsx';
import type { OpenItem } from '../state/item.ts';
import { isReviewed, otherReviewers, setReviewed } from '../state/reviewed.ts';
import { isReader } from '../state/viewer.ts';

export function ReviewedSwitch({ open }: { readonly open: OpenItem }) {
  const others = otherReviewers(open).map(visibleName);
  return (
    <>
      <label class="reviewed-switch">
        <input
          type="checkbox"
          role="switch"
          aria-checked={isReviewed(open)}
          disabled={isReader.value}
          checked={isReviewed(open)}
          onChange={(event) => void setReviewed([open], event.currentTarget.checked)}
        />
        {t().reviewed}
      </label>
      {others.length > 0 && <span class="faint">{t().reviewedBy(others.join(', '))}</span>}
    </>
  );
}
