/**
 * Fills the figures of a page from their records, so that none is copied by hand. The markers are
 *
 *     <!-- figure ID: conditions -->    a line: command, date, commit, machine, load
 *     <!-- figure ID: output -->        what the program printed
 *     <!-- figure ID: table -->         the table that the program printed
 *     <!-- figure ID: TABLE -->         a table of that figure (tables.ts)
 *     <!-- figure all: list -->         every figure, its command and its record
 *     <!-- end of figure -->
 *
 * A figure that was never recorded keeps what the page has.
 */
import { FIGURES } from './figures.ts';
import { type Recorded, readRecorded } from './recorded.ts';
import { TABLES } from './tables.ts';

const MARKER = /(<!-- figure (\S+): ([^\n]*?) -->)\n[\s\S]*?<!-- end of figure -->/g;

export function fillRecorded(page: string, recordOf: (id: string) => Recorded | null = readRecorded): string {
  return page.replace(MARKER, (kept, head: string, id: string, what: string) => {
    const shown = id === 'all' ? listed(recordOf) : shownOf(id, what, recordOf(id));
    return shown === null ? kept : `${head}\n${shown}\n<!-- end of figure -->`;
  });
}

function shownOf(id: string, what: string, recorded: Recorded | null): string | null {
  if (!FIGURES.some((figure) => figure.id === id)) throw new Error(`no figure is called ${id}`);
  if (recorded === null) return null;
  if (what === 'conditions') return conditionsOf(recorded);
  if (what === 'output') return `\n\`\`\`text\n${recorded.output.join('\n').trim()}\n\`\`\`\n`;
  if (what === 'table') return recorded.output.filter((line) => line.startsWith('|')).join('\n');
  const table = TABLES[id];
  if (table === undefined) throw new Error(`the figure ${id} has no tables`);
  return table(what, recorded.result);
}

function conditionsOf({ command, date, commit, machine, node, load, seconds }: Recorded): string {
  const { cpu, cores, memoryBytes, system } = machine;
  const where = `${cores} cores of ${cpu.replace(/\s+/g, ' ').trim()}, ${Math.round(memoryBytes / 2 ** 30)} GiB, ${system}`;
  return `\`${command}\` on ${date}, commit ${commit}, ${where}, Node ${node.slice(1)}; load ${load.before.toFixed(1)} before it, ${load.after.toFixed(1)} after it; ${minutes(seconds)}.`;
}

function listed(recordOf: (id: string) => Recorded | null): string {
  const rows = FIGURES.map(({ id, title, shownIn, minutes: about }) => {
    const recorded = recordOf(id);
    const took = recorded === null ? `about ${about} min` : minutes(recorded.seconds);
    const when =
      recorded === null
        ? 'not yet'
        : `${recorded.date}, ${recorded.commit}, load ${recorded.load.before.toFixed(1)} to ${recorded.load.after.toFixed(1)}`;
    return `| \`${id}\` | ${title} | ${shownIn.split('#')[0]!.replace('docs/', '')} | ${took} | ${when} |`;
  });
  return ['| figure | measures | shown in | takes | recorded |', '|---|---|---|---|---|', ...rows].join('\n');
}

function minutes(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${(seconds / 60).toFixed(0)} min`;
}
