/** The list of suggestions below the query. */
import { t } from '../language/words.ts';
import type { Completing } from './use-completion.ts';

export function Suggestions({ completing: { options, active, take } }: { readonly completing: Completing }) {
  return (
    <div
      class="suggestions"
      id="suggestions"
      role="listbox"
      aria-label={t().suggestions}
      hidden={options.value.length === 0}
    >
      {options.value.map((option, i) => (
        <div
          key={option.text}
          id={`suggestion-${i}`}
          class="suggestion"
          role="option"
          aria-selected={i === active.value}
          // Keeps the focus in the query.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(option)}
        >
          <bdi>{option.shown}</bdi>
          {option.items !== undefined && <span class="count">{t().number(option.items)}</span>}
        </div>
      ))}
    </div>
  );
}
