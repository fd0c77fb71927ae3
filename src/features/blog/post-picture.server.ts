import type { Covered } from '#contract/cover.ts'
import { imageWidths, isOwnImage, parseImageUrl } from '#contract/media.ts'
import { coverPicture } from '#media/server/cover-picture.ts'
import type { Database } from '#server/database/connect.ts'

type Pictured = Covered & { imageUrl?: string | undefined; imageAlt?: string | undefined }

/** The picture of a post for messages and the feed, with its whole address: the post's own, or else its drawn cover. */
export const postPicture = async (
  database: Database,
  publicUrl: string,
  { imageUrl, imageAlt = '', ...drawn }: Pictured,
): Promise<{ src: string; alt: string }> =>
  isOwnImage(imageUrl)
    ? { src: pictureFor(imageUrl, publicUrl), alt: imageAlt }
    : { src: publicUrl + (await coverPicture(database, drawn)), alt: '' }

/** The variant that is sharp at twice the message's width. Most mail programs show WebP, but few show AVIF. */
function pictureFor(url: string, publicUrl: string): string {
  const ref = parseImageUrl(url)
  if (!ref) return publicUrl + url
  const widths = imageWidths(ref.width)
  return `${publicUrl}/media/${ref.hash}-${widths.find((width) => width >= 1_036) ?? widths.at(-1)}.webp`
}
