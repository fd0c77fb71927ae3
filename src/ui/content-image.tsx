import type { CSSProperties } from 'react'
import type { CoverNumbers } from '#contract/cover.ts'
import { imageFormats, imageSrcSet, isOwnImage, parseImageUrl } from '#contract/media.ts'
import { coverSvg } from '#ui/drawing/cover.ts'
import { classNames } from './class-names.ts'
import { useTrustedHtml } from './trusted-html.ts'

type ContentImageProps = {
  /** The post or course that the picture belongs to. */
  record: {
    slug: string
    category: string
    imageUrl?: string | undefined
    imageAlt?: string | undefined
    imageFocus?: string | undefined
    cover?: CoverNumbers | undefined
  }
  /** The displayed width, as in the `sizes` attribute: `(min-width: 64rem) 33vw, 100vw`. */
  sizes?: string | undefined
  /** For the picture above the fold: it is loaded eagerly and with high priority. */
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
  const { slug, category, cover, imageUrl, imageAlt = '', imageFocus } = record
  return (
    <div
      className={classNames('overflow-hidden bg-sunken', transition && 'cover-transition', className)}
      style={transition && { viewTransitionName: `${transition}-${slug}` }}
    >
      {isOwnImage(imageUrl) ? (
        <Picture url={imageUrl} alt={imageAlt} focus={imageFocus} sizes={sizes} priority={priority} />
      ) : (
        <Cover slug={slug} category={category} cover={cover} wide={wide} className="size-full" />
      )}
    </div>
  )
}

type PictureProps = Pick<ContentImageProps, 'sizes' | 'priority'> & {
  /** An `imageUrl` of this site: uploaded pictures are offered in every width and format, others as they are. */
  url: string
  alt: string
  focus?: string | undefined
  /** It fills and covers its box, unless this says otherwise. */
  className?: string
  style?: CSSProperties
}

/** A responsive picture: it downloads the variant that fits, and its width and height reserve its space. */
export function Picture({
  url,
  alt,
  focus,
  sizes = '100vw',
  priority = false,
  className = 'size-full object-cover',
  style,
}: PictureProps) {
  const ref = parseImageUrl(url)
  const image = (
    <img
      src={url}
      alt={alt}
      {...(ref && { width: ref.width, height: ref.height })}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      className={className}
      style={{ objectPosition: focus, ...style }}
    />
  )
  if (!ref) return image
  return (
    <picture className="contents">
      {imageFormats.map((format) => (
        <source key={format} type={`image/${format}`} srcSet={imageSrcSet(ref, format)} sizes={sizes} />
      ))}
      {image}
    </picture>
  )
}

/**
 * The drawn picture of a post or course without a picture: the one that staff have chosen, or else one of its slug and category. It fills the
 * box that `className` sets and is cropped to it. It is decoration, so it is hidden from assistive technology.
 */
export function Cover({ className, ...drawn }: Parameters<typeof coverSvg>[0] & { className?: string }) {
  const { viewBox, markup, background } = coverSvg(drawn)
  const drawing = useTrustedHtml(markup)
  return (
    <svg
      aria-hidden="true"
      className={className}
      viewBox={viewBox}
      preserveAspectRatio="xMidYMid slice"
      style={{ background }}
      // The markup is ours: `coverSvg` puts none of its arguments into it.
      dangerouslySetInnerHTML={drawing}
    />
  )
}
