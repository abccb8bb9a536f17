/**
 * Shows the agreement of a second look with the first, by panel: a row for each choice of the first look, a column for each of
 * the second.
 */
import { useEffect, useState } from 'preact/hooks';
import type { ReviewAgreement } from '../api/answers.ts';
import { client, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { visibleName } from '../shell/visible-text.tsx';
import { reviewsFault } from './all-reviews.ts';

type Panel = ReviewAgreement['codings'][number];

/** `decided`: number of items decided in the second look. If it changes, the table is loaded again. */
export function AgreementTables({ name, decided }: { readonly name: string; readonly decided: number }) {
  const [panels, setPanels] = useState<readonly Panel[]>([]);
  useEffect(() => {
    let isCurrent = true;
    client.ask('getAgreement', { review: name }).then(
      ({ codings }) => isCurrent && setPanels(codings),
      (fault) => {
        if (isCurrent) reviewsFault.value = messageOf(fault);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [name, decided]);
  return (
    <>
      {panels.map((panel) => (
        <AgreementTable key={panel.coding} panel={panel} />
      ))}
    </>
  );
}

function AgreementTable({ panel: { coding, items, agreed, kappa, cells } }: { readonly panel: Panel }) {
  const rows = namesOf(cells.map(({ first }) => first));
  const columns = namesOf(cells.map(({ second }) => second));
  const itemsOf = (first: string, second: string): number =>
    cells.find((cell) => keyOf(cell.first) === first && keyOf(cell.second) === second)?.items ?? 0;
  return (
    <table class="agreement">
      <caption>{t().agreement(visibleName(coding), agreed, items, kappa)}</caption>
      {cells.length > 0 && (
        <thead>
          <tr>
            <td class="faint">{t().firstAndSecondLook}</td>
            {columns.map(([key, name]) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(([first, name]) => (
          <tr key={first}>
            <th scope="row">{name}</th>
            {columns.map(([second]) => (
              <td key={second} class={first === second ? 'number agreed' : 'number'}>
                {t().number(itemsOf(first, second))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function keyOf(choices: readonly string[]): string {
  return JSON.stringify(choices);
}

/** Returns the distinct choices, each as a key and as text, sorted. */
function namesOf(lists: readonly (readonly string[])[]): readonly (readonly [key: string, name: string])[] {
  const names = new Map(lists.map((list) => [keyOf(list), list.map(visibleName).join(', ') || t().noChoice]));
  return [...names].sort(([a], [b]) => (a < b ? -1 : 1));
}
