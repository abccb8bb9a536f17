/** A presentation as a page: its slides in their order, with tables, diagrams, notes and comments. */
import type { DocumentPackage } from './document-package.ts';
import { SLIDES_SHOWN } from './limits.ts';
import type { PageWriter } from './page-writer.ts';
import { ShapesTaker, shapesOf } from './shapes.ts';

export async function slidesPage(parts: DocumentPackage, main: string, page: PageWriter): Promise<void> {
  const relations = await parts.relations(main);
  const slides: string[] = [];
  await parts.readInto(page, main, {
    open(name, attributes) {
      // Without prefixes, the `id` of an element and the `id` of its relation have the same name. The last one counts.
      if (name !== 'sldId') return;
      const target = relations.get(attributes.get('id') ?? '')?.target;
      if (target !== undefined) slides.push(target);
    },
  });
  if (slides.length === 0) {
    const parts = [...relations.values()].filter(({ type }) => type.endsWith('/slide')).map(({ target }) => target);
    slides.push(...parts.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)));
  }
  if (slides.length > SLIDES_SHOWN) {
    page.notice(`Only the first ${SLIDES_SHOWN} of ${slides.length} slides are shown.`);
  }
  for (const [n, part] of slides.slice(0, SLIDES_SHOWN).entries()) {
    if (page.isFull) return;
    page.open('section');
    page.line('h2', `Slide ${n + 1}`, { style: 'color:#5f6368' });
    await slide(parts, part, page);
    page.close();
    page.void('hr');
  }
}

async function slide(parts: DocumentPackage, part: string, page: PageWriter): Promise<void> {
  const relations = await parts.relations(part);
  const addresses = await parts.addresses(part);
  const taker = new ShapesTaker(page, relations, addresses);
  await parts.readBeside(page, part, taker);
  if (taker.isHidden) page.line('p', 'This slide is hidden in the presentation.', { style: 'color:#6b4a00' });
  for (const { type, target } of relations.values()) {
    const kind = type.slice(type.lastIndexOf('/') + 1);
    if (kind === 'notesSlide') await shapesOf(parts, target, page, 'Notes');
    else if (kind === 'comments') await shapesOf(parts, target, page, 'Comments');
    else if (kind === 'diagramData') await shapesOf(parts, target, page, null);
    else if (kind === 'chart') await shapesOf(parts, target, page, 'Chart');
  }
}
