import type { Covered } from '#contract/cover.ts'
import { mailWidth } from '#contract/mail-styles.ts'
import { isOwnImage, variantFor } from '#contract/media.ts'
import { coverPicture } from '#media/server/cover-picture.ts'
import type { Database } from '#server/database/connect.ts'

type Pictured = Covered & { imageUrl?: string | undefined; imageAlt?: string | undefined }

/**
 * The picture of a post for messages and the feed, with its whole address: the post's own in the variant that is sharp at twice the width of a
 * message, or else its drawn cover. Most mail programs show WebP, but few show AVIF.
 */
export const postPicture = async (
  database: Database,
  publicUrl: string,
  { imageUrl, imageAlt = '', ...drawn }: Pictured,
): Promise<{ src: string; alt: string }> =>
  isOwnImage(imageUrl)
    ? { src: publicUrl + variantFor(imageUrl, 2 * mailWidth), alt: imageAlt }
    : { src: publicUrl + (await coverPicture(database, drawn)), alt: '' }
