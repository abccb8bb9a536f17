/** A list of items related to the open one, with links. */
import type { ComponentChildren } from 'preact';
import type { Ref } from '../api/answers.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { Evidence } from '../shell/visible-text.tsx';
import { go } from '../state/address.ts';
import { nameOr } from '../table/cell.tsx';

interface ContextGroupProps {
  readonly title: string;
  /** Undefined until known. */
  readonly count?: number | undefined;
  readonly note?: string | undefined;
  /** Shown beside the title, or in its place. */
  readonly action?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function ContextGroup({ title, count, note = '', action, children }: ContextGroupProps) {
  return (
    <section class="context-group">
      <h3>
        {title}
        {action}
        {count !== undefined && <span class="count">{t().number(count)}</span>}
        {note !== '' && <span class="faint">{note}</span>}
      </h3>
      {count === 0 && <p class="faint">{t().none}</p>}
      {children}
    </section>
  );
}

interface ItemLinkProps {
  readonly to: Ref;
  readonly name: string;
  readonly isFolder?: boolean;
}

export function ItemLink({ to, name, isFolder = false }: ItemLinkProps) {
  return (
    <button type="button" class="link" onClick={() => go({ item: { source: to.source, id: to.id } })}>
      <Sign name={isFolder ? 'folder' : 'file'} />
      <Evidence text={nameOr(name, to.id)} />
    </button>
  );
}
