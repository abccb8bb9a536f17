/** The layout: query above, sources and facets left, hits in the middle, the open item right. */
import type { ComponentChildren } from 'preact';
import { Across } from '../across/across.tsx';
import { BookmarkDialog } from '../bookmarks/bookmark-dialog.tsx';
import { BookmarksRegion } from '../bookmarks/bookmarks-region.tsx';
import { EditDialog } from '../bookmarks/edit-dialog.tsx';
import { LogDialog } from '../bookmarks/log-dialog.tsx';
import { ReviewedDialog } from '../bookmarks/reviewed-dialog.tsx';
import { ExportDialog } from '../export/export-dialog.tsx';
import { FacetsRegion } from '../facets/facets-region.tsx';
import { MatchedDialog } from '../findings/matched-dialog.tsx';
import { Gallery } from '../gallery/gallery.tsx';
import { HistoryDialog } from '../history/history-dialog.tsx';
import { ItemRegion } from '../item/item-region.tsx';
import { KeywordsDialog } from '../keywords/keywords-dialog.tsx';
import { t } from '../language/words.ts';
import { MapView } from '../map/map-view.tsx';
import { ReadingDialog } from '../sources/reading-dialog.tsx';
import { address } from '../state/address.ts';
import { notice } from '../state/notice.ts';
import { searchFault, summary } from '../state/results.ts';
import { isSidebarShown, itemWidth } from '../state/settings.ts';
import { isWaiting } from '../state/sources.ts';
import { ResultsTable } from '../table/results-table.tsx';
import { TableTools } from '../table/table-tools.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { Folders } from '../tree/folders.tsx';
import { ColumnsDialog } from './columns-dialog.tsx';
import { openDialog } from './dialog.tsx';
import { Divider } from './divider.tsx';
import { Foot } from './foot.tsx';
import { Header } from './header.tsx';
import { lazily } from './lazily.tsx';
import { NothingFound, SearchFailed, SourcesOpening } from './no-hits.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';
import { SourcesGroup } from './sources-group.tsx';
import { ViewBar } from './view-bar.tsx';
import { visible } from './visible-text.tsx';

export function Page() {
  if (address.value.review !== '') return <Reviewing />;
  const hasItem = address.value.item !== null;
  return (
    <div class={`page${hasItem ? ' with-item' : ''}${isSidebarShown.value ? '' : ' without-sidebar'}`}>
      <a class="skip" href="#results">
        {t().skip}
      </a>
      <Header />
      {isSidebarShown.value && (
        <aside class="sidebar" aria-label={t().sidebar}>
          <SourcesGroup />
          <BookmarksRegion />
          <FacetsRegion />
        </aside>
      )}
      <main class="middle" id="results" tabIndex={-1}>
        <ViewBar />
        <Middle />
      </main>
      {hasItem && (
        <div class="right" style={{ '--item-width': `${itemWidth.value}px` }}>
          <ItemRegion edge={<Divider />} />
        </div>
      )}
      <Foot />
      <Notice />
      <OpenDialog />
    </div>
  );
}

const ReviewMode = lazily(async () => (await import('../review/review-mode.tsx')).ReviewMode);
const CodingsDialog = lazily(async () => (await import('../review/codings-dialog.tsx')).CodingsDialog);
const PeopleDialog = lazily(async () => (await import('../people/people-dialog.tsx')).PeopleDialog);
const CompareDialog = lazily(async () => (await import('../review/compare-dialog.tsx')).CompareDialog);
const ReportDialog = lazily(async () => (await import('../report/report-dialog.tsx')).ReportDialog);
const ReviewsDialog = lazily(async () => (await import('../review/reviews-dialog.tsx')).ReviewsDialog);
const SearchesDialog = lazily(async () => (await import('../searches/searches-dialog.tsx')).SearchesDialog);

/** Shows review mode: one item, and no control that could act on another item. */
function Reviewing() {
  return (
    <div class="page reviewing">
      <ReviewMode />
      <Foot />
      <Notice />
      <OpenDialog />
    </div>
  );
}

function Middle() {
  const { view } = address.value;
  if (summary.value?.total === 0 && view !== 'across') return <NothingFound />;
  if (isWaiting.value) return <SourcesOpening />;
  if (searchFault.value !== null) return <SearchFailed />;
  return <View view={view} />;
}

function View({ view }: { readonly view: string }): ComponentChildren {
  if (view === 'gallery') return <Gallery />;
  if (view === 'timeline') return <Timeline />;
  if (view === 'map') return <MapView />;
  if (view === 'tree') return <Folders />;
  if (view === 'across') return <Across />;
  return (
    <>
      <TableTools />
      <ResultsTable />
    </>
  );
}

function OpenDialog() {
  const open = openDialog.value;
  if (open === null) return null;
  if (open.name === 'shortcuts') return <ShortcutsDialog />;
  if (open.name === 'bookmark') return <BookmarkDialog about={open.about} />;
  if (open.name === 'reviewed') return <ReviewedDialog about={open.about} />;
  if (open.name === 'edit') return <EditDialog about={open.about} />;
  if (open.name === 'log') return <LogDialog />;
  if (open.name === 'columns') return <ColumnsDialog />;
  if (open.name === 'export') return <ExportDialog />;
  if (open.name === 'report') return <ReportDialog />;
  if (open.name === 'keywords') return <KeywordsDialog />;
  if (open.name === 'matched') return <MatchedDialog />;
  if (open.name === 'people') return <PeopleDialog />;
  if (open.name === 'signIn') return <SignInDialog />;
  if (open.name === 'reading') return <ReadingDialog about={open.about} />;
  if (open.name === 'reviews') return <ReviewsDialog />;
  if (open.name === 'codings') return <CodingsDialog />;
  if (open.name === 'compare') return <CompareDialog />;
  if (open.name === 'searches') return <SearchesDialog />;
  if (open.name === 'history') return <HistoryDialog />;
  return null;
}

function Notice() {
  const said = notice.value;
  return (
    <div class="notice-place" role="status">
      {said !== null && (
        <div class={`notice${said.isFault ? ' warn' : ''}`}>
          {visible(said.text)}
          {said.undo !== undefined && (
            <button type="button" class="link" onClick={said.undo}>
              {t().undo}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
