/** Zoom in, zoom out, and fit. */
import type { Signal } from '@preact/signals';
import { t } from '../language/words.ts';
import { Sign } from '../shell/sign.tsx';

const STEP = 1.25;
const ZOOM_MIN = 0.25;
const ZOOM_MAX = 8;

export function ZoomTools({ zoom }: { readonly zoom: Signal<number> }) {
  const to = (wanted: number): void => {
    zoom.value = Math.max(ZOOM_MIN, Math.min(ZOOM_MAX, wanted));
  };
  return (
    <div class="zoom-tools">
      <button type="button" class="quiet" aria-label={t().zoomOut} onClick={() => to(zoom.value / STEP)}>
        <Sign name="minus" />
      </button>
      <button type="button" class="quiet small-text" title={t().zoomFit} onClick={() => to(1)}>
        {Math.round(zoom.value * 100)} %
      </button>
      <button type="button" class="quiet" aria-label={t().zoomIn} onClick={() => to(zoom.value * STEP)}>
        <Sign name="plus" />
      </button>
    </div>
  );
}
