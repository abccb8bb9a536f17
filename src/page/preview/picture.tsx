/** Shows a picture as redrawn by the server, in its frame: fitted, turned, or enlarged and scrolled. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { client, itemOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';
import type { OpenItem } from '../state/item.ts';
import { Filmstrip } from './filmstrip.tsx';
import { PictureData } from './picture-data.tsx';
import { SafeFrame } from './safe-frame.tsx';
import { ZoomTools } from './zoom-tools.tsx';

/** From this zoom on, requests more pixels. */
const CLOSE = 1.5;
const CLOSE_WIDTH = 4000;
const QUARTER_DEGREES = 90;

export function Picture({ open }: { readonly open: OpenItem }) {
  const zoom = useSignal(1);
  const quarters = useSignal(0);
  const showsData = useSignal(false);
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef(1);
  useEffect(() => {
    const element = scroller.current;
    const factor = zoom.value / before.current;
    before.current = zoom.value;
    if (element === null || factor === 1) return;
    // Keeps the centre in place.
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = element;
    element.scrollTo(
      (scrollLeft + clientWidth / 2) * factor - clientWidth / 2,
      (scrollTop + clientHeight / 2) * factor - clientHeight / 2,
    );
  }, [zoom.value]);
  const width = zoom.value > CLOSE ? CLOSE_WIDTH : undefined;
  const percent = `${zoom.value * 100}%`;
  return (
    <div class="zoomed">
      <div class="picture-tools">
        <button
          type="button"
          class="quiet small-text"
          aria-expanded={showsData.value}
          onClick={() => {
            showsData.value = !showsData.value;
          }}
        >
          {t().pictureData}
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={t().turnPicture}
          title={t().turnPicture}
          onClick={() => {
            quarters.value++;
          }}
        >
          <Sign name="turn" />
        </button>
        <ZoomTools zoom={zoom} />
      </div>
      {showsData.value && <PictureData open={open} />}
      <div ref={scroller} class="zoomed-scroll" tabIndex={0} role="group" aria-label={t().picture}>
        <div class="zoomed-room" style={{ width: percent, height: percent }}>
          <div
            class={`zoomed-frame${quarters.value % 2 === 1 ? ' on-its-side' : ''}`}
            style={{ '--zoom': zoom.value, '--turn': `${quarters.value * QUARTER_DEGREES}deg` }}
          >
            <SafeFrame address={client.address('getView', { ...itemOf(open), as: 'page', width })} />
          </div>
        </div>
      </div>
      <Filmstrip open={open} />
    </div>
  );
}
