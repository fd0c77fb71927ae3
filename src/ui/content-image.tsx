import { isOwnImage } from '#contract/media.ts'
import { classNames } from './class-names.ts'
import { Cover } from './cover.tsx'
import { Picture } from './picture.tsx'

type ContentImageProps = {
  /** The post or course that the picture belongs to. */
  record: {
    slug: string
    category: string
    imageUrl?: string | undefined
    imageAlt?: string | undefined
    imageFocus?: string | undefined
  }
  sizes?: string | undefined
  priority?: boolean | undefined
  /** Cropped for a frame about three times as wide as high. */
  wide?: boolean | undefined
  /**
   * The picture of this record on one page becomes its picture on the next. A page shows it once only, since the browser refuses a
   * transition in which two elements have one name.
   */
  transition?: 'post' | 'course'
  /** Sets the shape of the box, such as `aspect-[3/2]`; the picture fills it. */
  className: string
}

/** The picture of a post or course. Without a picture on this site, the record's drawn cover takes its place. */
export function ContentImage({ record, sizes, priority, wide, transition, className }: ContentImageProps) {
  const { slug, category, imageUrl, imageAlt = '', imageFocus } = record
  return (
    <div
      className={classNames('overflow-hidden bg-sunken', transition && 'cover-transition', className)}
      style={transition && { viewTransitionName: `${transition}-${slug}` }}
    >
      {isOwnImage(imageUrl) ? (
        <Picture
          url={imageUrl}
          alt={imageAlt}
          sizes={sizes}
          priority={priority}
          className="size-full object-cover"
          style={{ objectPosition: imageFocus }}
        />
      ) : (
        <Cover slug={slug} category={category} wide={wide} className="size-full" />
      )}
    </div>
  )
}
