import { isOwnImage, parseImageUrl } from '#contract/media.ts'
import { classNames } from '#ui/class-names.ts'
import { Picture } from '#ui/content-image.tsx'

type Focus = Record<string, string> | undefined

/** The point of a picture that a smaller frame shows, as CSS positions it. */
export const focusOf = (imageUrl: string | undefined, focus: Focus) =>
  focus?.[parseImageUrl(imageUrl ?? '')?.hash ?? '']

type SectionPictureProps = {
  of: { imageUrl: string; imageAlt?: string | undefined; caption?: string | undefined }
  focus?: Focus
  /** A frame, such as `aspect-[3/2]`, to which the picture is cropped; without one it keeps its own shape. */
  shape?: string
  /** Without a frame: the largest height, in rem. */
  height?: number
  sizes: string
  priority?: boolean
  className?: string | undefined
}

/** A picture of a section with its caption. One of another site is a link, since loading it would reveal the visitors to that site. */
export function SectionPicture({ of, focus, shape, height = 44, className, ...rest }: SectionPictureProps) {
  const { imageUrl, imageAlt = '', caption } = of
  const ref = parseImageUrl(imageUrl)
  // Neither larger than it is, nor higher than a window.
  const maxWidth =
    shape || !ref ? undefined : `min(${ref.width}px, ${Math.round((height * ref.width) / ref.height)}rem)`
  return (
    <figure className={className}>
      {isOwnImage(imageUrl) ? (
        <div style={{ maxWidth }} className={classNames('overflow-hidden rounded-panel bg-sunken', shape)}>
          <Picture
            {...rest}
            url={imageUrl}
            alt={imageAlt === caption ? '' : imageAlt}
            {...(shape ? { focus: focusOf(imageUrl, focus) } : { className: 'w-full' })}
          />
        </div>
      ) : (
        <a href={imageUrl} className="link wrap-anywhere">
          {imageAlt || imageUrl}
        </a>
      )}
      {caption && (
        <figcaption dir="auto" className="mt-3 max-w-measure me-auto text-fine text-muted">
          {caption}
        </figcaption>
      )}
    </figure>
  )
}
