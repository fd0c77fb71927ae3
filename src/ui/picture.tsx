import type { CSSProperties } from 'react'
import { imageFormats, imageSrcSet, parseImageUrl } from '#contract/media.ts'

type PictureProps = {
  /** An `imageUrl` of this site: uploaded pictures are offered in every width and format, others as they are. */
  url: string
  alt: string
  /** The displayed width, as in the `sizes` attribute: `(min-width: 64rem) 33vw, 100vw`. */
  sizes?: string | undefined
  /** For the picture above the fold: it is loaded eagerly and with high priority. */
  priority?: boolean | undefined
  /** The classes of the `img` itself. */
  className?: string | undefined
  style?: CSSProperties | undefined
}

/** A responsive picture: it downloads the variant that fits, and its width and height reserve its space. */
export function Picture({ url, alt, sizes = '100vw', priority = false, className, style }: PictureProps) {
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
      style={style}
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
