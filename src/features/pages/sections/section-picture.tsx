import { isOwnImage, parseImageUrl } from '#contract/media.ts'
import { classNames } from '#ui/class-names.ts'
import { Picture } from '#ui/content-image.tsx'

type SectionPictureProps = {
  of: { imageUrl: string; imageAlt?: string | undefined; caption?: string | undefined }
  focus?: Record<string, string> | undefined
  /** A frame, such as `aspect-[3/2]`, to which the picture is cropped; without one it keeps its own shape. */
  shape?: string
  sizes: string
  priority?: boolean
  className?: string | undefined
}

/** A picture of a section with its caption. One of another site is a link, since loading it would reveal the visitors to that site. */
export function SectionPicture({
  of: { imageUrl, imageAlt = '', caption },
  focus,
  shape,
  className,
  ...rest
}: SectionPictureProps) {
  return (
    <figure className={className}>
      {isOwnImage(imageUrl) ? (
        <div className={classNames('overflow-hidden rounded-panel bg-sunken', shape)}>
          <Picture
            url={imageUrl}
            alt={imageAlt}
            focus={focus?.[parseImageUrl(imageUrl)?.hash ?? '']}
            className={shape ? 'size-full object-cover' : 'w-full'}
            {...rest}
          />
        </div>
      ) : (
        <a href={imageUrl} className="link wrap-anywhere">
          {imageAlt || imageUrl}
        </a>
      )}
      {caption && (
        <figcaption dir="auto" className="mt-3 text-fine text-muted">
          {caption}
        </figcaption>
      )}
    </figure>
  )
}
