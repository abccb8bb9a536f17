/**
 * The pixels of HEIC pictures, which the picture library cannot decode: decoded by libheif as WebAssembly, whose memory is
 * freed with this process. Only pictures that the picture library recognized as HEIC, and whose size it measured, get here.
 */
import { createRequire } from 'node:module';

export interface Pixels {
  /** Four bytes per pixel (red, green, blue and opacity), row by row from the top. The picture is already upright. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(target: ImageTarget, done: (drawn: ImageTarget | null) => void): void;
  free(): void;
}

interface ImageTarget {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

interface Library {
  readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

let library: Library | null = null;

/** Returns the pixels of the primary picture. Null if it cannot be decoded, or has more pixels than allowed. */
export async function heicPixels(bytes: Uint8Array, pixelsMax: number): Promise<Pixels | null> {
  // Loading takes half a second, so it happens only for these pictures.
  library ??= createRequire(import.meta.url)('libheif-js/wasm-bundle') as Library;
  const images = new library.HeifDecoder().decode(bytes);
  try {
    const image = images.find((one) => one.is_primary()) ?? images[0];
    if (image === undefined) return null;
    const width = image.get_width();
    const height = image.get_height();
    if (width < 1 || height < 1 || width * height > pixelsMax) return null;
    const target = { data: new Uint8ClampedArray(width * height * 4), width, height };
    const drawn = await new Promise<ImageTarget | null>((resolve) => image.display(target, resolve));
    return drawn === null ? null : { data: new Uint8Array(drawn.data.buffer), width, height };
  } finally {
    for (const image of images) image.free();
  }
}
