/**
 * Decides by the name of a property whether a camera or a program wrote it into a picture. Cases have many names for the same
 * value.
 */

const GROUP =
  /^(?:.*[:.])?(?:image|exif|exif[ _-]?[a-z0-9]+|tiff|iptc|xmp|photoshop|icc|gps|geo|camera|makernotes?|jpe?g|png|heif)[:._ -]/i;
const NAME =
  /(?:^|[:._ -])(?:exif|gps[a-z ]*|latitude|longitude|altitude|make|model|camera[a-z ]*|device[ _-]?(?:make|model)|lens[a-z ]*|orientation|exposure[a-z ]*|shutter[a-z ]*|aperture[a-z ]*|f-?number|iso[a-z ]*|focal[a-z0-9 ]*|flash|white[ _-]?balance|metering[a-z ]*|image[ _-]?(?:width|length|height)|width|height|[xy][ _-]?resolution|resolution[ _-]?unit|bits[ _-]?per[ _-]?sample|colou?r[ _-]?space|software|date[ _-]?time(?:[ _-]?original|[ _-]?digitized)?|date[ _-]?taken)$/i;

export function isPictureData(name: string): boolean {
  return GROUP.test(name) || NAME.test(name);
}
