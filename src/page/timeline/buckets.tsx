/** The bars of the timeline as a table: a click on one chooses its time. */
import { t } from '../language/words.ts';
import { Evidence } from '../shell/visible-text.tsx';
import { type Bucket, choosePeriod } from './periods.ts';

interface BucketsProps {
  readonly buckets: readonly Bucket[];
  readonly fields: readonly string[];
}

export function Buckets({ buckets, fields }: BucketsProps) {
  const isOfMany = fields.length > 1;
  return (
    <div class="buckets" tabIndex={0} role="group" aria-label={t().interval}>
      <table class="plain" aria-label={t().timeline}>
        <thead>
          <tr>
            <th>{t().from}</th>
            {isOfMany && <th>{t().event.field}</th>}
            <th class="number">{t().itemsColumn}</th>
          </tr>
        </thead>
        <tbody>
          {buckets.flatMap((bucket) =>
            bucket.parts.map((part) => (
              <tr key={`${bucket.value} ${part.shown}`}>
                <td>
                  <button type="button" class="link" onClick={() => choosePeriod([{ ...bucket, parts: [part] }])}>
                    {bucket.name}
                  </button>
                </td>
                {isOfMany && (
                  <td>
                    <Evidence text={part.shown} />
                  </td>
                )}
                <td class="number">{t().number(part.items)}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );
}
