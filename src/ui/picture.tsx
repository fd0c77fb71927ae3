import { type ImageRef, imageSrcSet, parseImageUrl } from '#contract/media.ts'

type PictureProps = {
  /** An `imageUrl` of our own site: an uploaded one is offered in every width and format, any other as it is. */
  url: string
  alt: string
  /** How wide it is shown, as the `sizes` attribute says it: `(min-width: 64rem) 33vw, 100vw`. */
  sizes?: string
  /** The picture above the fold: loaded at once and first. */
  priority?: boolean
  /** For the `img` itself: its shape and fit. */
  className?: string
}

/** A picture that fetches no more than it shows, and keeps its place while it comes. */
export function Picture({ url, alt, sizes = '100vw', priority = false, className }: PictureProps) {
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
    />
  )
  if (!ref) return image
  return (
    <picture className="contents">
      <Source image={ref} format="avif" sizes={sizes} />
      <Source image={ref} format="webp" sizes={sizes} />
      {image}
    </picture>
  )
}

const Source = ({ image, format, sizes }: { image: ImageRef; format: 'avif' | 'webp'; sizes: string }) => (
  <source type={`image/${format}`} srcSet={imageSrcSet(image, format)} sizes={sizes} />
)
