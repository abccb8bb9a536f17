/** The movable divider between hits and item. */
import { t } from '../language/words.ts';
import { itemWidth } from '../state/settings.ts';

const WIDTH_MIN = 300;
const KEY_STEP = 24;

function setWidth(width: number): void {
  itemWidth.value = Math.round(Math.max(WIDTH_MIN, Math.min(innerWidth - WIDTH_MIN, width)));
}

export function Divider() {
  const drag = (event: PointerEvent): void => {
    event.preventDefault();
    const handle = event.currentTarget as HTMLElement;
    handle.setPointerCapture(event.pointerId);
    const move = ({ clientX }: PointerEvent): void => setWidth(innerWidth - clientX);
    handle.addEventListener('pointermove', move);
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  return (
    <div
      class="divider"
      role="separator"
      aria-orientation="vertical"
      aria-label={t().resize(t().item)}
      aria-valuenow={itemWidth.value}
      aria-valuemin={WIDTH_MIN}
      aria-valuemax={innerWidth - WIDTH_MIN}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') setWidth(itemWidth.value + KEY_STEP);
        else if (event.key === 'ArrowRight') setWidth(itemWidth.value - KEY_STEP);
        else return;
        event.preventDefault();
      }}
    />
  );
}
