/** What the server made safe of the evidence, in a frame without an origin, without scripts, without a way out. */
import { t } from '../language/words.ts';

export function SafeFrame({ address }: { readonly address: string }) {
  return <iframe class="preview-frame" title={t().preview} sandbox="" src={address} />;
}
