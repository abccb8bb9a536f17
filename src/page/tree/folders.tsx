/** Shows the folders of the sources with the number of hits below each. A folder is fetched when it is opened. */
import { useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { TreeNode } from '../api/answers.ts';
import { client, isAborted, messageOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import { Evidence } from '../shell/visible-text.tsx';
import { askedSet, go, shownItem } from '../state/address.ts';
import { treeOnlyHits } from '../state/settings.ts';
import { isChosen, openings, readySources } from '../state/sources.ts';
import { nameOr } from '../table/cell.tsx';

const CHILDREN_AT_ONCE = 200;

function areOnlyHits(): boolean {
  return treeOnlyHits.value && wholeQuery() !== undefined;
}

export function Folders() {
  const tree = useRef<HTMLDivElement>(null);
  const hasQuery = wholeQuery() !== undefined;
  return (
    <div class="tree-view">
      {hasQuery && (
        <label class="tree-switch">
          <input
            type="checkbox"
            checked={treeOnlyHits.value}
            onChange={(event) => {
              treeOnlyHits.value = event.currentTarget.checked;
            }}
          />
          {t().treeOnlyHits}
        </label>
      )}
      <div
        class="folders"
        ref={tree}
        role="tree"
        aria-label={t().folders}
        onKeyDown={(event) => onKey(event, tree.current)}
      >
        {readySources.value
          .filter(({ id }) => isChosen(id))
          .map(({ id }, i) => (
            <Branch
              key={id}
              source={id}
              node={{ id: -1, name: id, isFolder: true, items: 0, isHit: false }}
              level={1}
              isFirst={i === 0}
            />
          ))}
      </div>
    </div>
  );
}

interface BranchProps {
  readonly source: string;
  /** Id -1 stands for the root of the source. */
  readonly node: TreeNode;
  readonly level: number;
  readonly isFirst?: boolean;
}

function Branch({ source, node, level, isFirst = false }: BranchProps) {
  const isOpen = useSignal(level === 1);
  const children = useSignal<readonly TreeNode[]>([]);
  const next = useSignal<number | null>(null);
  const below = useSignal<number | null>(null);
  const fault = useSignal('');
  const load = async (offset: number, signal?: AbortSignal): Promise<void> => {
    const asked = {
      sourceID: source,
      id: node.id < 0 ? 'root' : String(node.id),
      q: wholeQuery(),
      ...(areOnlyHits() ? { only: 'hits' as const } : {}),
      timeZone: askedSet.peek().timeZone,
      offset: offset === 0 ? undefined : offset,
      limit: CHILDREN_AT_ONCE,
    };
    try {
      const page = await client.ask('listTree', asked, undefined, { signal });
      fault.value = '';
      children.value = offset === 0 ? page.children : [...children.peek(), ...page.children];
      next.value = page.next;
      // For a source, shows the same count as the table, however many folders are at its root.
      if (node.id < 0 && offset === 0) below.value = await countIn(source, signal);
    } catch (reason) {
      if (!isAborted(reason)) fault.value = messageOf(reason);
    }
  };
  useSignalEffect(() => {
    void askedSet.value;
    void openings.value;
    void treeOnlyHits.value;
    if (!isOpen.value || !node.isFolder) return;
    const controller = new AbortController();
    void load(0, controller.signal);
    return () => controller.abort();
  });
  // The count of a root is unknown at first.
  const count = node.id < 0 ? below.value : node.items;
  const open = shownItem.value;
  const isShown = open !== null && open.source === source && open.id === node.id;
  return (
    <>
      <div
        role="treeitem"
        class={`branch-line${count === 0 && node.isHit !== true ? ' without-hits' : ''}`}
        aria-level={level}
        aria-selected={isShown}
        aria-description={node.isFolder ? (count === null ? t().loading : t().items(count)) : ''}
        {...(node.isFolder ? { 'aria-expanded': isOpen.value } : {})}
        tabIndex={isFirst ? 0 : -1}
        style={{ paddingInlineStart: `${(level - 1) * 18 + 8}px` }}
        onClick={() => {
          if (node.isFolder) isOpen.value = !isOpen.value;
          if (node.id >= 0) go({ item: { source, id: node.id } });
        }}
      >
        {node.isFolder ? <Sign name={isOpen.value ? 'down' : 'right'} /> : <span class="no-sign" />}
        <Sign name={node.isFolder ? 'folder' : 'file'} />
        <Evidence text={nameOr(node.name, node.id)} />
        <span class="count" aria-hidden="true">
          {node.isFolder && (count === null ? '…' : t().number(count))}
        </span>
      </div>
      {isOpen.value && (
        <>
          {fault.value !== '' && <p class="warn">{fault.value}</p>}
          {children.value.map((child) => (
            <Branch key={child.id} source={source} node={child} level={level + 1} />
          ))}
          {next.value !== null && (
            <div
              role="treeitem"
              class="branch-line"
              aria-level={level + 1}
              tabIndex={-1}
              style={{ paddingInlineStart: `${level * 18 + 30}px` }}
              onClick={() => void load(next.value ?? 0)}
            >
              {t().showMore}
            </div>
          )}
        </>
      )}
    </>
  );
}

async function countIn(source: string, signal: AbortSignal | undefined): Promise<number> {
  const set = { ...askedSet.peek(), sourceID: [source], limit: 0 };
  return (await client.ask('findHitsByBody', {}, set, { signal })).total;
}

/** The tree accepts only a query, so the filters become part of it. */
function wholeQuery(): string | undefined {
  const { q, literal, filter = [] } = askedSet.value;
  const query = q === undefined || literal !== true ? q : quotedText(q);
  const parts = [...(query === undefined ? [] : [query]), ...filter];
  return parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join(' AND ');
}

/** Returns a query for a literal text. */
function quotedText(text: string): string {
  return `"${text.replace(/["\\*?]/g, '\\$&')}"`;
}

function onKey(event: KeyboardEvent, tree: HTMLElement | null): void {
  const { target, key } = event;
  if (!(target instanceof HTMLElement) || target.role !== 'treeitem' || tree === null) return;
  const all = [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')];
  const at = all.indexOf(target);
  const isExpanded = target.ariaExpanded === 'true';
  const isFolder = target.ariaExpanded !== null;
  let next: HTMLElement | null | undefined = null;
  if (key === 'ArrowDown') next = all[at + 1];
  else if (key === 'ArrowUp') next = all[at - 1];
  else if (key === 'Home') next = all[0];
  else if (key === 'End') next = all.at(-1);
  else if (key === 'ArrowRight' && isFolder && isExpanded) next = all[at + 1];
  else if (key === 'ArrowLeft' && !(isFolder && isExpanded)) {
    next = all.slice(0, at).findLast((one) => Number(one.ariaLevel) < Number(target.ariaLevel));
  } else if (key === 'Enter' || (isFolder && (key === 'ArrowRight' || key === 'ArrowLeft'))) target.click();
  else return;
  event.preventDefault();
  if (!next) return;
  for (const one of all) one.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
