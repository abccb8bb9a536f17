/** Every route of the service, in the order of the description. */
import { mcpRoutes } from './agents/mcp-route.ts';
import type { Route } from './route.ts';
import { bookmarkDetailRoutes } from './routes/bookmarks/bookmark-details.ts';
import { bookmarkLogRoutes } from './routes/bookmarks/bookmark-log.ts';
import { bookmarkRoutes } from './routes/bookmarks/bookmarks.ts';
import { codingRoutes } from './routes/bookmarks/codings.ts';
import { decisionRoutes } from './routes/bookmarks/decisions.ts';
import { noteRoutes } from './routes/bookmarks/notes.ts';
import { reviewedRoutes } from './routes/bookmarks/reviewed.ts';
import { searchHistoryRoutes } from './routes/bookmarks/search-history.ts';
import { searchesRoutes } from './routes/bookmarks/searches.ts';
import { selectionRoutes } from './routes/bookmarks/selection.ts';
import { categoryRoutes } from './routes/categories.ts';
import { changeRoutes } from './routes/changes.ts';
import { documentMatchRoutes } from './routes/document-matches.ts';
import { documentPictureDataRoutes } from './routes/document-picture-data.ts';
import { documentRowRoutes } from './routes/document-rows.ts';
import { documentRoutes } from './routes/documents.ts';
import { explainRoutes } from './routes/explain.ts';
import { facetRoutes } from './routes/facets.ts';
import { fieldRoutes } from './routes/fields.ts';
import { hitRoutes } from './routes/hits.ts';
import { certificateRoutes } from './routes/lists/certificates.ts';
import { exportRoutes } from './routes/lists/export.ts';
import { findingRoutes } from './routes/lists/findings.ts';
import { keywordRoutes } from './routes/lists/keywords.ts';
import { reportRoutes } from './routes/lists/report.ts';
import { descriptionRoutes } from './routes/pages/description.ts';
import { documentationRoutes } from './routes/pages/documentation.ts';
import { pageRoutes } from './routes/pages/page.ts';
import { peopleRoutes } from './routes/people.ts';
import { readingRoutes } from './routes/reading.ts';
import { conversationRoutes } from './routes/related/conversation.ts';
import { eventRoutes } from './routes/related/events.ts';
import { nearDuplicateRoutes } from './routes/related/near-duplicates.ts';
import { recordRoutes } from './routes/related/records.ts';
import { similarRoutes } from './routes/related/similar.ts';
import { threadRoutes } from './routes/related/thread.ts';
import { treeRoutes } from './routes/related/tree.ts';
import { reviewRoutes } from './routes/reviews/reviews.ts';
import { searchRoutes } from './routes/search.ts';
import { sessionRoutes } from './routes/session.ts';
import { sourceRoutes } from './routes/sources.ts';
import { statusRoutes } from './routes/status.ts';
import { suggestRoutes } from './routes/suggest.ts';

export const routeTable: readonly Route[] = [
  ...sourceRoutes,
  ...readingRoutes,
  ...searchRoutes,
  ...hitRoutes,
  ...facetRoutes,
  ...exportRoutes,
  ...reportRoutes,
  ...findingRoutes,
  ...eventRoutes,
  ...keywordRoutes,
  ...fieldRoutes,
  ...certificateRoutes,
  ...explainRoutes,
  ...suggestRoutes,
  ...documentRoutes,
  ...documentRowRoutes,
  ...documentPictureDataRoutes,
  ...documentMatchRoutes,
  ...similarRoutes,
  ...nearDuplicateRoutes,
  ...noteRoutes,
  ...recordRoutes,
  ...peopleRoutes,
  ...treeRoutes,
  ...threadRoutes,
  ...conversationRoutes,
  // Before the bookmark routes, because one of its paths would be read as a bookmark name.
  ...bookmarkLogRoutes,
  ...changeRoutes,
  ...bookmarkDetailRoutes,
  ...bookmarkRoutes,
  ...codingRoutes,
  ...decisionRoutes,
  ...searchHistoryRoutes,
  ...searchesRoutes,
  ...reviewedRoutes,
  ...reviewRoutes,
  ...selectionRoutes,
  ...categoryRoutes,
  ...statusRoutes,
  ...sessionRoutes,
  ...mcpRoutes,
  ...pageRoutes,
  ...documentationRoutes,
  ...descriptionRoutes,
];
