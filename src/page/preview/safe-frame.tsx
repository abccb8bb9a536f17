/** What the server made safe of the evidence, in a frame without an origin, without scripts, without a way out. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../language/words.ts';

export function SafeFrame({ address }: { readonly address: string }) {
  const container = useRef<HTMLDivElement>(null);
  const title = t().preview;
  useLayoutEffect(() => {
    // As attributes, and before it has an address: set as a property, an empty `sandbox` would be none.
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', '');
    frame.title = title;
    frame.className = 'preview-frame';
    frame.src = address;
    container.current?.replaceChildren(frame);
  }, [address, title]);
  return <div ref={container} class="frame-place" />;
}
