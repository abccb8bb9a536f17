/** A picture that waits for its turn. A browser opens few connections to a server, and a search must not wait for pictures. */
import { useEffect, useRef } from 'preact/hooks';

/** Browsers open six connections to a server. One is the stream of changes. */
const LOADED_AT_ONCE_MAX = 3;

const waiting = new Set<() => void>();
let loading = 0;

function loadNext(): void {
  for (const begin of waiting) {
    if (loading >= LOADED_AT_ONCE_MAX) return;
    waiting.delete(begin);
    loading++;
    begin();
  }
}

interface LatePictureProps {
  readonly src: string;
  readonly onError?: () => void;
}

export function LatePicture({ src, onError }: LatePictureProps) {
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const image = picture.current!;
    let isLoading = false;
    const begin = (): void => {
      isLoading = true;
      image.src = src;
    };
    const end = (): void => {
      if (!isLoading) return;
      isLoading = false;
      loading--;
      loadNext();
    };
    image.addEventListener('load', end);
    image.addEventListener('error', end);
    waiting.add(begin);
    loadNext();
    return () => {
      waiting.delete(begin);
      image.removeEventListener('load', end);
      image.removeEventListener('error', end);
      // Cancels the request.
      if (isLoading) image.removeAttribute('src');
      end();
    };
  }, [src]);
  return <img ref={picture} decoding="async" alt="" onError={onError} />;
}
