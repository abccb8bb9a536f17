/** Starts the page. */
import './styles/fonts.css';
import './styles/base.css';
import './styles/page.css';
import './styles/table.css';
import './styles/item.css';
import './styles/views.css';
import { render } from 'preact';
import { keepHistory } from './history/searches.ts';
import { listenForKeys } from './shell/keys.ts';
import { Page } from './shell/page.tsx';
import { offerSignIn } from './shell/sign-in-dialog.tsx';

const place = document.querySelector('#page');
if (place !== null) render(<Page />, place);
offerSignIn();
listenForKeys();
keepHistory();
