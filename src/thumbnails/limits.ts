/** What a picture may cost before it gets no thumbnail, and how many are made at the same time. */

/** A picture beyond one of these gets no thumbnail. The pixels of one row at a time are in memory for most formats. */
export const pictureBytesMax = 128 * 1024 * 1024;
export const picturePixelsMax = 100_000_000;
export const pictureSecondsMax = 10;
/** Of a picture that has to be decoded whole: interlaced, turned by its orientation, or of a format without rows. */
export const decodedBytesMax = 256 * 1024 * 1024;

/** A process that draws is ended beyond these, whatever the decoder does. Memory is resident, the picture itself included. */
export const drawingBytesMax = 1024 * 1024 * 1024;
export const drawingSecondsMax = 2 * pictureSecondsMax;
/** A process that has nothing to draw for so long ends. */
export const drawingIdleSeconds = 30;

/** Thumbnails made at the same time, and requests that wait for their turn before the next is sent away. */
export const thumbnailJobsMax = 2;
export const thumbnailQueueMax = 256;
