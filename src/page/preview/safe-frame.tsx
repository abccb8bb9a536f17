/** Sanitized evidence in a frame without origin, scripts or network. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../language/words.ts';

export function SafeFrame({ address }: { readonly address: string }) {
  const container = useRef<HTMLDivElement>(null);
  const title = t().preview;
  useLayoutEffect(() => {
    // The attributes are set before the address. Setting the property to an empty `sandbox` would have no effect.
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', '');
    frame.title = title;
    frame.className = 'preview-frame';
    frame.src = address;
    container.current?.replaceChildren(frame);
  }, [address, title]);
  return <div ref={container} class="frame-place" />;
}
