/** Facets of the set. A box includes a value, a sign excludes it, and each becomes a visible filter. */
import { t } from '../language/words.ts';
import { showDialog } from '../shell/dialog.tsx';
import { Section } from '../shell/section.tsx';
import { codings } from '../state/coding-panels.ts';
import { fieldsOfAsked, usualOfAsked } from '../state/fields.ts';
import { facetFields } from '../state/settings.ts';
import { hashSets } from '../state/sources.ts';
import { type AskedFacet, FacetGroup } from './facet-group.tsx';
import { FieldSearch } from './field-search.tsx';
import { storedFacets } from './stored-facets.ts';

/** Fields that contain the kind of an item. Only the first that a source has is used. */
const KINDS = ['category', 'type', 'contentType'];
/** Facets that are shown if a searched source has the field. */
const USUAL: readonly AskedFacet[] = [
  { field: 'from' },
  { field: 'modified', interval: 'year' },
  { field: 'length', interval: 'log' },
];
const CLOSED = 'ext';

export function FacetsRegion() {
  const countable = new Set(
    [...fieldsOfAsked.value, ...usualOfAsked.value].filter(({ counts }) => counts).map(({ name }) => name),
  );
  const kind = KINDS.find((field) => countable.has(field));
  const usual = [...(kind === undefined ? [] : [{ field: kind }]), ...USUAL, { field: CLOSED }].filter(({ field }) =>
    countable.has(field),
  );
  const ofHashSets = hashSets.value.length === 0 ? [] : [{ field: 'hashset' }];
  const ofStores: readonly AskedFacet[] = [{ field: 'source' }, { field: 'bookmark' }, ...ofHashSets];
  const own = new Set([...usual, ...ofStores].map(({ field }) => field));
  const stored = storedFacets(codings.value);
  const offered = new Set([...countable, ...stored]);
  const added = facetFields.value.filter((field) => offered.has(field) && !own.has(field));
  return (
    <Section title={t().facets}>
      {[...usual, ...ofStores].map((facet) => (
        <FacetGroup key={facet.field} facet={facet} isOpenAtFirst={facet.field !== CLOSED} />
      ))}
      {added.map((field) => (
        <FacetGroup
          key={field}
          facet={{ field }}
          isOpenAtFirst
          remove={() => {
            facetFields.value = facetFields.peek().filter((one) => one !== field);
          }}
        />
      ))}
      <FieldSearch
        stored={stored}
        shown={new Set([...own, ...added])}
        add={(field) => {
          facetFields.value = [...facetFields.peek(), field];
        }}
      />
      <button type="button" class="quiet" onClick={() => showDialog('people')}>
        {t().peopleTitle}…
      </button>
      <button type="button" class="quiet" onClick={() => showDialog('matched')}>
        {t().matchedTexts}…
      </button>
    </Section>
  );
}
