/** Two people's choices in a coding panel, compared. A click on a cell searches its items. */
import { useEffect, useState } from 'preact/hooks';
import type { CodingDecided, PeopleCompared } from '../api/answers.ts';
import { client, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { othersVersion } from '../live/live.ts';
import { closeDialog, Dialog, showDialog } from '../shell/dialog.tsx';
import { visibleName } from '../shell/visible-text.tsx';
import { go } from '../state/address.ts';
import { codings } from '../state/coding-panels.ts';
import '../styles/review.css';

type Cell = PeopleCompared['cells'][number];
type Decided = Cell['first'];

export function CompareDialog() {
  const panels = codings.value.map(({ name }) => name);
  const [panel, setPanel] = useState(panels[0] ?? '');
  const [people, setPeople] = useState<CodingDecided['people']>([]);
  const [pair, setPair] = useState<readonly [string, string] | null>(null);
  const [compared, setCompared] = useState<PeopleCompared | null>(null);
  const [fault, setFault] = useState('');
  const version = othersVersion.value;
  const names = people.map(({ who }) => who);
  const [first = '', second = first] = pair ?? names;
  useEffect(() => {
    let isCurrent = true;
    const ask = async (): Promise<void> => {
      const found = panel === '' ? [] : (await client.ask('listDecisions', { coding: panel })).people;
      if (isCurrent) setPeople(found);
    };
    ask().catch((refusal) => isCurrent && setFault(messageOf(refusal)));
    return () => {
      isCurrent = false;
    };
  }, [panel, version]);
  useEffect(() => {
    if (first === '') {
      setCompared(null);
      return undefined;
    }
    let isCurrent = true;
    setFault('');
    client.ask('comparePeople', { coding: panel, first, second }).then(
      (answer) => isCurrent && setCompared(answer),
      (refusal) => isCurrent && setFault(messageOf(refusal)),
    );
    return () => {
      isCurrent = false;
    };
  }, [panel, first, second, people]);
  return (
    <Dialog title={t().comparePeople} class="wide-dialog reviews">
      {fault !== '' && (
        <p class="warn" role="alert">
          {fault}
        </p>
      )}
      <p class="compared-people">
        <Chooser
          label={t().codingName}
          names={panels}
          value={panel}
          choose={(name) => {
            setPair(null);
            setPanel(name);
          }}
        />
        <Chooser label={t().firstPerson} names={names} value={first} choose={(name) => setPair([name, second])} />
        <Chooser label={t().secondPerson} names={names} value={second} choose={(name) => setPair([first, name])} />
      </p>
      <div class="scrolled" tabIndex={0} role="group" aria-label={t().comparePeople}>
        {names.length === 0 && <p class="faint">{t().nobodyDecided}</p>}
        {compared !== null && compared.cells.length > 0 && <Matrix compared={compared} />}
      </div>
      <footer>
        <button type="button" onClick={() => showDialog('reviews')}>
          {t().reviews}
        </button>
      </footer>
    </Dialog>
  );
}

interface ChooserProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string;
  readonly choose: (name: string) => void;
}

function Chooser({ label, names, value, choose }: ChooserProps) {
  return (
    <label>
      {label}{' '}
      <select value={value} disabled={names.length === 0} onChange={(event) => choose(event.currentTarget.value)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {visibleName(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Matrix({ compared }: { readonly compared: PeopleCompared }) {
  const { name, first, second, items, agreed, kappa, cells } = compared;
  const rows = sidesOf(cells.map((cell) => cell.first));
  const columns = sidesOf(cells.map((cell) => cell.second));
  const byKey = new Map(cells.map((cell) => [keyOf(cell.first, cell.second), cell]));
  return (
    <table class="agreement">
      <caption>{t().agreement(visibleName(name), agreed, items, kappa)}</caption>
      <thead>
        <tr>
          <td class="faint">{t().twoPeople(visibleName(first), visibleName(second))}</td>
          {columns.map((side) => (
            <th key={keyOf(side)} scope="col">
              {textOf(side)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={keyOf(one)}>
            <th scope="row">{textOf(one)}</th>
            {columns.map((other) => (
              <td key={keyOf(other)} class={one !== null && keyOf(one) === keyOf(other) ? 'number agreed' : 'number'}>
                <CellItems cell={byKey.get(keyOf(one, other))} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CellItems({ cell }: { readonly cell: Cell | undefined }) {
  if (cell === undefined) return <>{t().number(0)}</>;
  const show = (): void => {
    closeDialog();
    go({ q: cell.q, literal: false, filter: [], sources: [], bbox: '', review: '', item: null, tab: null });
  };
  return (
    <button type="button" class="link" aria-label={t().showCompared(cell.items)} onClick={show}>
      {t().number(cell.items)}
    </button>
  );
}

function keyOf(...sides: readonly Decided[]): string {
  return JSON.stringify(sides);
}

/** Returns the distinct sides, with "no decision" last. */
function sidesOf(sides: readonly Decided[]): readonly Decided[] {
  const byKey = new Map(sides.map((side) => [keyOf(side), side]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, side]) => side);
}

function textOf(side: Decided): string {
  if (side === null) return t().undecided;
  return side.map(visibleName).join(', ') || t().noChoice;
}
