/** Loads a part of the page when it is first shown, so that the first load stays small. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../language/words.ts';
import { say } from '../state/notice.ts';

export function lazily<P extends object = object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let known: ComponentType<P> | null = null;
  return function Lazily(properties: P) {
    const [fault, setFault] = useState('');
    const [, setLoaded] = useState(known !== null);
    useEffect(() => {
      if (known !== null) return;
      load().then(
        (component) => {
          known = component;
          setLoaded(true);
        },
        () => {
          setFault(t().partMissing);
          // A dialog has no place of its own yet.
          say(t().partMissing, { isFault: true });
        },
      );
    }, []);
    if (known !== null) {
      const Known = known;
      return <Known {...properties} />;
    }
    return <p role="status">{fault === '' ? t().loading : fault}</p>;
  };
}
