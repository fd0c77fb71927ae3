import { isOwnImage } from '#contract/media.ts'
import { Cover } from './cover.tsx'
import { Picture } from './picture.tsx'

type ContentImageProps = {
  /** The post or course that the picture belongs to. */
  record: { slug: string; category: string; imageUrl?: string; imageAlt?: string }
  sizes?: string
  priority?: boolean
  /** Sets the shape of the box, such as `aspect-[3/2]`; the picture fills it. */
  className: string
}

/** The picture of a post or course. Without a picture on this site, the record's drawn cover takes its place. */
export function ContentImage({ record, sizes, priority, className }: ContentImageProps) {
  const { slug, category, imageUrl, imageAlt = '' } = record
  return (
    <div className={`overflow-hidden bg-sunken ${className}`}>
      {isOwnImage(imageUrl) ? (
        <Picture url={imageUrl} alt={imageAlt} sizes={sizes} priority={priority} className="size-full object-cover" />
      ) : (
        <Cover slug={slug} category={category} className="size-full" />
      )}
    </div>
  )
}
