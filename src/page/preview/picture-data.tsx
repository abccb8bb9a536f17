/**
 * Shows data of a picture, such as camera, exposure, time, location and size. The values of the case are separate from those in
 * the bytes.
 */
import { client, itemOf } from '../api/client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { t } from '../language/words.ts';
import { Evidence } from '../shell/visible-text.tsx';
import type { OpenItem } from '../state/item.ts';
import { shownValue } from '../table/cell.tsx';
import { isPictureData } from './is-picture-data.ts';

const VALUES_SHOWN = 20;
const UNITS_SHOWN = 500;

export function PictureData({ open }: { readonly open: OpenItem }) {
  return (
    <div class="picture-data" role="group" aria-label={t().pictureData} tabIndex={0}>
      <section>
        <h3>{t().dataOfCase}</h3>
        <OfCase open={open} />
      </section>
      {open.parts.includes('content') && (
        <section>
          <h3>{t().dataOfBytes}</h3>
          <OfBytes open={open} />
        </section>
      )}
    </div>
  );
}

function OfCase({ open }: { readonly open: OpenItem }) {
  const names = Object.keys(open.properties)
    .filter(isPictureData)
    .sort((a, b) => a.localeCompare(b));
  if (names.length === 0) return <p class="faint">{t().noPictureData}</p>;
  const rows = names.map((name): Row => {
    const values = open.properties[name]!.slice(0, VALUES_SHOWN);
    return [name, values.map((value) => shownValue(name, value.slice(0, UNITS_SHOWN)))];
  });
  return <Rows rows={rows} />;
}

function OfBytes({ open }: { readonly open: OpenItem }) {
  const { answer: read, fault } = useAnswer((signal) =>
    client.ask('getPictureData', itemOf(open), undefined, { signal }),
  );
  if (fault.value !== '') return <p class="warn">{t().noDataOfBytes(fault.value)}</p>;
  if (read.value === null) return <p class="faint">{t().loading}</p>;
  const rows = read.value.groups.flatMap(({ group, values }) =>
    values.map(({ name, value }): Row => [`${group}: ${name}`, [value.slice(0, UNITS_SHOWN)]]),
  );
  return (
    <>
      <Rows rows={rows} />
      {!read.value.isWhole && <p class="faint small-text">{t().dataIsCut}</p>}
    </>
  );
}

/** Name and values. */
type Row = readonly [string, readonly string[]];

function Rows({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <dl>
      {rows.map(([name, values], i) => (
        <div key={i}>
          <dt>
            <Evidence text={name} />
          </dt>
          {values.map((value, j) => (
            <dd key={j}>
              <Evidence text={value} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
