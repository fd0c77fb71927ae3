import { type ImageRef, imageSrcSet, parseImageUrl } from '#contract/media.ts'

type PictureProps = {
  /** An `imageUrl` of this site: uploaded pictures are offered in every width and format, others as they are. */
  url: string
  alt: string
  /** The displayed width, as in the `sizes` attribute: `(min-width: 64rem) 33vw, 100vw`. */
  sizes?: string
  /** For the picture above the fold: it is loaded eagerly and with high priority. */
  priority?: boolean
  /** The classes of the `img` itself. */
  className?: string
}

/** A responsive picture: it downloads the variant that fits, and its width and height reserve its space. */
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
