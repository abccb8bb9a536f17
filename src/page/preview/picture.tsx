/** A picture as the server drew it again, in its frame: fitted, or enlarged, and then scrolled. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { client, itemOf } from '../api/client.ts';
import { t } from '../language/words.ts';
import type { OpenItem } from '../state/item.ts';
import { SafeFrame } from './safe-frame.tsx';
import { ZoomTools } from './zoom-tools.tsx';

/** Drawn with more pixels where one looks closely. */
const CLOSE = 1.5;
const CLOSE_WIDTH = 4000;

export function Picture({ open }: { readonly open: OpenItem }) {
  const zoom = useSignal(1);
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef(1);
  useEffect(() => {
    const element = scroller.current;
    const factor = zoom.value / before.current;
    before.current = zoom.value;
    if (element === null || factor === 1) return;
    // What is in the middle stays there.
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
      <ZoomTools zoom={zoom} />
      <div ref={scroller} class="zoomed-scroll" tabIndex={0} role="group" aria-label={t().picture}>
        <div class="zoomed-room" style={{ width: percent, height: percent }}>
          <div
            class="zoomed-frame"
            style={{ width: `${100 / zoom.value}%`, height: `${100 / zoom.value}%`, transform: `scale(${zoom.value})` }}
          >
            <SafeFrame address={client.address('getView', { ...itemOf(open), as: 'page', width })} />
          </div>
        </div>
      </div>
    </div>
  );
}
