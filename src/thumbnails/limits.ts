/** Limits of pictures that get a thumbnail, and of how many are made at the same time. */

/** A picture that exceeds one of these gets no thumbnail. For most formats only one row of pixels is in memory at a time. */
export const pictureBytesMax = 128 * 1024 * 1024;
export const picturePixelsMax = 100_000_000;
export const pictureSecondsMax = 10;
/** For a picture that has to be decoded as a whole: interlaced, rotated by its orientation, or of a format without rows. */
export const decodedBytesMax = 256 * 1024 * 1024;

/** A drawing process that exceeds these is killed, whatever the decoder does. Memory is resident and includes the picture. */
export const drawingBytesMax = 1024 * 1024 * 1024;
export const drawingSecondsMax = 2 * pictureSecondsMax;
/** A process that has had nothing to draw for this long ends. */
export const drawingIdleSeconds = 30;

/** Thumbnails made at the same time, and requests that may wait before the next one is refused. */
export const thumbnailJobsMax = 2;
export const thumbnailQueueMax = 256;
