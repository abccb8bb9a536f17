/** Limits of pictures that get a thumbnail, and of concurrent thumbnails. */

/** A picture that exceeds one of these gets no thumbnail. For most formats only one row of pixels is in memory at a time. */
export const PICTURE_BYTES_MAX = 128 * 1024 * 1024;
export const PICTURE_PIXELS_MAX = 100_000_000;
export const PICTURE_SECONDS_MAX = 10;
/**
 * Limit for a picture that must be decoded completely, because it is interlaced, rotated, or in a format that cannot be decoded
 * row by row.
 */
export const DECODED_BYTES_MAX = 256 * 1024 * 1024;

/**
 * A drawing process that exceeds these limits is killed, whatever its decoder is doing. The memory is resident memory and
 * includes the picture.
 */
export const DRAWING_BYTES_MAX = 1024 * 1024 * 1024;
export const DRAWING_SECONDS_MAX = 2 * PICTURE_SECONDS_MAX;
/** An idle process ends after this time. */
export const DRAWING_IDLE_SECONDS = 30;

/**
 * Limits of the data that is read from a picture and returned: bytes of EXIF, number of values, and UTF-16 units of a value.
 */
export const EXIF_BYTES_MAX = 8 * 1024 * 1024;
export const EXIF_VALUES_MAX = 500;
export const EXIF_UNITS_MAX = 2000;

/** Maximum number of concurrent thumbnails, and of requests that may wait. The next request is refused. */
export const THUMBNAIL_JOBS_MAX = 2;
export const THUMBNAIL_QUEUE_MAX = 256;
