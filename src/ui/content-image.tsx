import { isOwnImage } from '#contract/media.ts'
import { Cover } from './cover.tsx'
import { Picture } from './picture.tsx'

type ContentImageProps = {
  /** What the picture belongs to: a post or a course. */
  of: { slug: string; category: string; imageUrl?: string; imageAlt?: string }
  sizes?: string
  priority?: boolean
  /** The shape of its box, such as `aspect-[3/2]`; the picture fills it. */
  className: string
}

/** The picture of a post or a course, or the cover drawn for it where it has none of its own or one of another site, filling a box of a known shape. */
export function ContentImage({ of, sizes, priority, className }: ContentImageProps) {
  const { slug, category, imageUrl, imageAlt = '' } = of
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
