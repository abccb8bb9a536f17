/** Starts the page. */
import './styles/fonts.css';
import './styles/base.css';
import './styles/page.css';
import './styles/table.css';
import './styles/item.css';
import './styles/views.css';
import './styles/foot.css';
import { render } from 'preact';
import { keepHistory } from './history/searches.ts';
import { followChanges } from './live/live.ts';
import { showFullTexts } from './shell/full-text.ts';
import { listenForKeys } from './shell/keys.ts';
import { Page } from './shell/page.tsx';
import { offerSignIn } from './shell/sign-in-dialog.tsx';
import { keepCounted, loadBookmarks } from './state/bookmarks.ts';
import { loadSources, watchForMissing } from './state/sources.ts';

// Before the first request.
offerSignIn();
const place = document.querySelector('#page');
if (place !== null) render(<Page />, place);
listenForKeys();
showFullTexts();
keepHistory();
watchForMissing();
void loadSources().catch(() => undefined);
void loadBookmarks().catch(() => undefined);
keepCounted();
followChanges();
