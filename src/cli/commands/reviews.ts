/** `reviews`: lists and shows reviews, their items and second looks, now or as of a time, and deletes them. */
import type { Command } from 'commander';
import type { BookmarkStore } from '../../bookmarks/bookmark-store.ts';
import type { ReviewedItem, SeenReviews } from '../../bookmarks/reviews/seen-reviews.ts';
import type { ChoiceCount, ReviewSummary } from '../../bookmarks/reviews/summary.ts';
import { changing, existingStore, NOBODY, reading } from '../bookmark-access.ts';
import { exitCodesHelp } from '../exit-codes.ts';
import { type DataOption, dataOption, jsonOption } from '../options.ts';
import type { Session } from '../session.ts';
import { formatCount } from '../terminal/quantities.ts';
import { printable } from '../terminal/terminal.ts';

interface ReviewOptions extends DataOption {
  readonly json?: boolean;
  readonly at?: string;
}

/** A command sees every source and every record. */
const WHOLE = { isIn: () => true, isRecordSeen: () => true };
const ADMINISTRATOR = { isAdministrator: true, isOwn: () => true };

export function addReviews(program: Command, session: Session): void {
  const { terminal } = session;
  const reviews = program
    .command('reviews')
    .description('list and show reviews, their items and second looks, and delete reviews')
    .addHelpText('after', EXAMPLES + exitCodesHelp);
  const add = (name: string, description: string): Command =>
    reviews
      .command(name)
      .description(description)
      .addOption(dataOption())
      .addOption(jsonOption())
      .addHelpText('after', EXAMPLES + exitCodesHelp);
  const addSeen = (name: string, description: string): Command =>
    add(name, description).option('--at <time>', 'as of this time: ISO 8601, in UTC if there is no offset');
  const print = (options: ReviewOptions, answer: object, lines: Iterable<string>): Promise<void> =>
    terminal.write(options.json ? `${JSON.stringify(answer)}\n` : [...lines].map((line) => `${line}\n`).join(''));
  addSeen('list', 'list the reviews and their progress').action(async (options: ReviewOptions) => {
    const all = await reading(options, async (store) => (await seen(store, options)).all(WHOLE));
    await print(options, { reviews: all }, all.map(shownRow));
  });
  addSeen('show', 'show a review: decisions by person, rate, and remaining items')
    .argument('<name>', 'the name of a review')
    .action(async (name: string, options: ReviewOptions) => {
      const review = await reading(options, async (store) => (await seen(store, options)).get(name, WHOLE));
      await print(options, review, shownLines(review));
    });
  addSeen('items', 'list the items of a review in order, with their decisions')
    .argument('<name>', 'the name of a review')
    .action(async (name: string, options: ReviewOptions) => {
      const items = await reading(options, async (store) => [...(await seen(store, options)).items(name)]);
      await print(options, { items }, items.map(shownItem));
    });
  add('agreement', 'compare a second look with the first')
    .argument('<name>', 'the name of a second look')
    .action(async (name: string, options: ReviewOptions) => {
      const codings = await reading(options, (store) => store.reviews.agreement(name, WHOLE.isIn));
      const rows = codings.flatMap(({ coding, items, agreed, kappa, cells }) => [
        `${printable(coding)}: agreed on ${agreed} of ${formatCount(items, 'item')}, kappa ${kappa?.toFixed(3) ?? 'undefined'}`,
        ...cells.map((cell) => `${shownChoices(cell.first)}\t${shownChoices(cell.second)}\t${cell.items}`),
      ]);
      await print(options, { codings }, rows);
    });
  add('delete', 'delete a review; bookmarks stay, and bookmarks undo brings it back')
    .argument('<name>', 'the name of a review')
    .action(async (name: string, options: ReviewOptions) => {
      await existingStore(options);
      const gone = await changing(options, (store) => store.reviews.delete(name, ADMINISTRATOR, NOBODY));
      await print(options, gone, [`Deleted: ${printable(gone.name)}`]);
    });
}

async function seen(store: BookmarkStore, { at }: ReviewOptions): Promise<Pick<SeenReviews, 'all' | 'get' | 'items'>> {
  if (at === undefined) return store.reviews;
  const { pointInTime } = await import('../../bookmarks/point-in-time.ts');
  return store.history.reviewsAt(pointInTime('time', at));
}

function shownRow({ name, total, decided, batches, secondLook }: ReviewSummary): string {
  const look = secondLook === null ? [] : [`second look at ${printable(secondLook.of ?? 'a deleted review')}`];
  const { held } = batches;
  return [printable(name), `${decided} of ${total}`, `${held} of ${batches.total} batches held`, ...look].join('\t');
}

function* shownLines(review: ReviewSummary): Generator<string> {
  yield shownRow(review);
  for (const { who, decided, choices, overturned, rate } of review.people) {
    const speed = rate === null ? [] : [`${rate} an hour`];
    yield [
      shownPerson(who),
      `${decided} decided`,
      ...choices.map(shownCount),
      `${overturned} overturned`,
      ...speed,
    ].join('\t');
  }
}

function shownCount({ coding, choice, items }: ChoiceCount): string {
  return `${printable(coding)}=${printable(choice ?? '-')} ${items}`;
}

function shownItem({ batch, source, id, decider, decisions }: ReviewedItem): string {
  const who = decider === undefined ? '-' : shownPerson(decider);
  const made = decisions.map(({ coding, choice }) => `${printable(coding)}=${printable(choice ?? '-')}`);
  return [batch, printable(source), id, who, ...made].join('\t');
}

function shownPerson(who: string | null): string {
  return who === null ? 'anonymous' : printable(who);
}

function shownChoices(names: readonly string[]): string {
  return names.length === 0 ? '-' : names.map(printable).join(', ');
}

const EXAMPLES = `
Examples:
  case-access reviews list
  case-access reviews show "First pass" --json
  case-access reviews items "First pass" --at 2026-03-04T08:20:30Z
  case-access reviews agreement "First pass 2"
  case-access reviews delete "First pass"

Commands count the items of all sources, including those that are not served.
list, show, items and agreement may run beside a server; delete may not: use DELETE /reviews/NAME then.
A review is made and decided on the page or over HTTP: that needs people whom the server can identify.
`;
