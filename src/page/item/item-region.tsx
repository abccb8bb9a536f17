/** The open item, with tabs for preview, text, properties, context and bytes. */
import { useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { client, itemOf } from '../api/client.ts';
import { isConversation } from '../conversations/is-conversation.ts';
import { t } from '../language/words.ts';
import { OthersHere } from '../live/others-here.tsx';
import { copyText } from '../shell/copy-text.ts';
import { lazily } from '../shell/lazily.tsx';
import { Sign } from '../shell/sign.tsx';
import { Evidence, visibleName } from '../shell/visible-text.tsx';
import { address, go, put, TABS, type Tab } from '../state/address.ts';
import { colorOf, toggleSelected } from '../state/bookmarks.ts';
import { bestTab, edition, item, itemFault, loadAgain, type OpenItem } from '../state/item.ts';
import { notes } from '../state/notes.ts';
import { say } from '../state/notice.ts';
import { openings } from '../state/sources.ts';
import { hitName } from '../table/cell.tsx';
import { isMail } from '../threads/is-mail.ts';
import { CodingChoices } from './coding-choices.tsx';
import { ContextTab } from './context-tab.tsx';
import { HexTab } from './hex-tab.tsx';
import { MatchSteps, TermChips } from './match-steps.tsx';
import { PreviewTab } from './preview-tab.tsx';
import { PropertiesTab } from './properties-tab.tsx';
import { ReviewedSwitch } from './reviewed-switch.tsx';
import { TextTab } from './text-tab.tsx';

const NotesTab = lazily(async () => (await import('../notes/notes-tab.tsx')).NotesTab);
const ConversationTab = lazily(async () => (await import('../conversations/conversation-tab.tsx')).ConversationTab);
const ThreadTab = lazily(async () => (await import('../threads/thread-tab.tsx')).ThreadTab);

/** `edge` is the handle that moves the border of the region. */
export function ItemRegion({ edge }: { readonly edge?: ComponentChildren }) {
  const open = item.value;
  if (address.value.item === null) return null;
  return (
    <section class="item" role="region" aria-label={t().item}>
      {edge}
      {open === null ? <Waiting /> : <Open key={`${open.source}:${open.id}:${edition.value}`} open={open} />}
    </section>
  );
}

/** Placeholder for an item that is loading, or cannot be read. */
function Waiting() {
  const fault = itemFault.value;
  return (
    <div class="item-waiting">
      <div class="item-title">
        <p class={fault === '' ? 'faint' : 'warn'} role="status">
          {fault === '' ? t().loading : fault}
        </p>
        <CloseItem />
      </div>
      {fault !== '' && (
        <button type="button" onClick={loadAgain}>
          {t().tryAgain}
        </button>
      )}
    </div>
  );
}

function CloseItem() {
  if (address.value.review !== '') return null;
  return (
    <button type="button" class="quiet" aria-label={t().close} onClick={() => go({ item: null, tab: null })}>
      <Sign name="close" />
    </button>
  );
}

function Open({ open }: { readonly open: OpenItem }) {
  const fits: Partial<Record<Tab, boolean>> = { thread: isMail(open), conversation: isConversation(open) };
  const tabs = TABS.filter((one) => fits[one] ?? true);
  const tab = tabs.find((one) => one === address.value.tab) ?? (fits.conversation ? 'conversation' : bestTab(open));
  return (
    <>
      <Head open={open} />
      <Tabs tab={tab} tabs={tabs} />
      <div class="item-tools">
        <TermChips />
        <MatchSteps />
      </div>
      <div class="item-view" role="tabpanel" id="item-view" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        {viewOf(tab, open)}
      </div>
    </>
  );
}

function viewOf(tab: Tab, open: OpenItem): ComponentChildren {
  if (tab === 'preview') return <PreviewTab open={open} />;
  if (tab === 'text') return <TextTab open={open} />;
  if (tab === 'properties') return <PropertiesTab open={open} />;
  if (tab === 'context') return <ContextTab key={openings.value} open={open} />;
  if (tab === 'notes') return <NotesTab />;
  if (tab === 'thread') return <ThreadTab key={openings.value} />;
  if (tab === 'conversation') return <ConversationTab />;
  return <HexTab open={open} />;
}

function Head({ open }: { readonly open: OpenItem }) {
  const copy = (): void => {
    const link = new URL(location.href);
    link.search = `?item=${encodeURIComponent(`${open.source}:${open.id}`)}`;
    void copyText(link.href).then((isCopied) =>
      say(isCopied ? t().copied : t().notCopied(link.href), { isFault: !isCopied }),
    );
  };
  return (
    <header class="item-head">
      <div class="item-title">
        <input
          type="checkbox"
          aria-label={t().select(visibleName(hitName(open)))}
          checked={open.selected}
          onChange={() => {
            toggleSelected([open]);
          }}
        />
        <h2>
          <Evidence text={hitName(open)} />
        </h2>
        <OthersHere />
        <button type="button" class="quiet" aria-label={t().copyLink} title={t().copyLink} onClick={copy}>
          <Sign name="link" />
        </button>
        {open.parts.includes('content') && (
          <a
            class="button quiet"
            href={client.address('getContent', itemOf(open))}
            download
            aria-label={t().downloadContent}
            title={t().downloadContent}
          >
            <Sign name="download" />
          </a>
        )}
        <CloseItem />
      </div>
      <div class="item-origin">
        <span class="faint">
          {open.source} · {open.id}
        </span>
        {open.bookmarks.map((name) => (
          <span key={name} class="tag">
            <span class="dot" style={{ background: colorOf(name) }} />
            <Evidence text={name} />
          </span>
        ))}
        <span class="spring" />
        <ReviewedSwitch open={open} />
        {open.hashsets !== undefined && (
          <span class="faint">{t().inHashSets(open.hashsets.map(visibleName).join(', '))}</span>
        )}
      </div>
      {/* A review shows its own choices. */}
      {address.value.review === '' && <CodingChoices open={open} />}
    </header>
  );
}

function Tabs({ tab, tabs }: { readonly tab: Tab; readonly tabs: readonly Tab[] }) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      Home: -tabs.indexOf(tab),
      End: tabs.length - 1 - tabs.indexOf(tab),
    };
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length]!;
    put({ tab: next });
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  useSignalEffect(() => void address.value.tab);
  return (
    <div ref={list} class="tabs" role="tablist" aria-label={t().itemViews} onKeyDown={onKeyDown}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`tab-${one}`}
          aria-selected={one === tab}
          aria-controls="item-view"
          tabIndex={one === tab ? 0 : -1}
          onClick={() => go({ tab: one })}
        >
          {t().tabs[one]}
          {one === 'notes' && notes.value.length > 0 && (
            <>
              {' '}
              <span class="count">{t().number(notes.value.length)}</span>
            </>
          )}
        </button>
      ))}
    </div>
  );
}
