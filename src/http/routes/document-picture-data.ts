/** `GET /sources/{sourceID}/docs/{id}/picture-data`: the data that a camera or a program wrote into a picture. */
import type { Dependencies } from '../dependencies.ts';
import { noPart, openPart, withReason } from '../output/item-parts.ts';
import { findItem } from '../output/item-record.ts';
import { type RouteRequest, route } from '../route.ts';
import { type ItemPath, itemPath, z } from '../schemas.ts';

const pictureDataSchema = z
  .strictObject({
    groups: z
      .array(
        z.strictObject({
          group: z
            .string()
            .openapi({ description: 'A directory of EXIF, such as `Image`, `Photo`, `GPSInfo`; or `File`.' }),
          values: z.array(z.strictObject({ name: z.string(), value: z.string() })),
        }),
      )
      .openapi({ description: 'As the bytes have it; dates as the camera wrote them, without a zone.' }),
    isWhole: z.boolean().openapi({
      description: 'False: values are missing because they are damaged or too many, or a value is longer than here.',
    }),
  })
  .openapi('PictureData');

export const documentPictureDataRoutes = [
  route<ItemPath>({
    method: 'get',
    path: '/sources/{sourceID}/docs/{id}/picture-data',
    role: 'reader',
    tag: 'Documents',
    summary: 'Returns the data that a camera or a program wrote into a picture',
    description:
      'EXIF of a JPEG, TIFF, PNG, WebP, HEIC or AVIF picture, read from its bytes now. The properties of the item in the case are not included.',
    params: itemPath,
    ok: { description: 'Values by group.', mediaTypes: { 'application/json': pictureDataSchema } },
    errors: {
      400: 'The id is not an integer.',
      404: 'There is no such source or item, or the item is not a readable picture.',
      503: 'The source is still being built.',
    },
    handle: (request, dependencies) => dataOfItem(request, dependencies),
  }),
];

async function dataOfItem(
  { params: { sourceID, id }, signal }: RouteRequest<ItemPath, unknown, unknown>,
  dependencies: Dependencies,
): Promise<unknown> {
  const source = dependencies.sources.getReady(sourceID);
  const item = await findItem(dependencies, source, id, signal);
  if (item.content === null) throw noPart('content, so there is no data in it', source, item);
  const content = await openPart('content', item.content, source, item);
  try {
    return await dependencies.readPicture(content);
  } catch (fault) {
    throw withReason(fault, `Item ${item.id} in source ${JSON.stringify(source.id)} has no picture data`);
  } finally {
    await content.close();
  }
}
