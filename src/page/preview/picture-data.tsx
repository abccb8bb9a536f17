/** What the case says of a picture: camera, exposure, time, place, size. */
import { t } from '../language/words.ts';
import { Evidence } from '../shell/visible-text.tsx';
import type { OpenItem } from '../state/item.ts';
import { shownValue } from '../table/cell.tsx';
import { isPictureData } from './is-picture-data.ts';

const VALUES_SHOWN = 20;
const UNITS_SHOWN = 500;

export function PictureData({ open }: { readonly open: OpenItem }) {
  const names = Object.keys(open.properties)
    .filter(isPictureData)
    .sort((a, b) => a.localeCompare(b));
  if (names.length === 0) return <p class="picture-data faint">{t().noPictureData}</p>;
  return (
    <dl class="picture-data" aria-label={t().pictureData}>
      {names.map((name) => (
        <div key={name}>
          <dt>
            <Evidence text={name} />
          </dt>
          {open.properties[name]!.slice(0, VALUES_SHOWN).map((value, i) => (
            <dd key={i}>
              <Evidence text={shownValue(name, value.slice(0, UNITS_SHOWN))} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
