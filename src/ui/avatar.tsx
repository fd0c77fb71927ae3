import { isOwnImage, parseImageUrl } from '#contract/media.ts'
import { classNames } from './class-names.ts'

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .filter((_, place, all) => place === 0 || place === all.length - 1)
    .join('')
    .toUpperCase()

type AvatarProps = {
  name: string
  url?: string | undefined
  /** In pixels. */
  size: number
  className?: string
}

/** A person's picture, or their initials. The person's name is always next to it, so the picture has an empty alternative text. */
export function Avatar({ name, url, size, className }: AvatarProps) {
  const shape = classNames('shrink-0 rounded-full object-cover', className)
  if (!isOwnImage(url)) {
    return (
      <span
        aria-hidden="true"
        style={{ width: size, height: size, fontSize: size * 0.36 }}
        className={classNames(
          'inline-grid place-items-center bg-primary-soft font-display font-[640] text-primary-strong',
          shape,
        )}
      >
        {initials(name)}
      </span>
    )
  }
  const ref = parseImageUrl(url)
  const src = ref ? `/media/${ref.hash}-${Math.min(480, ref.width)}.webp` : url
  return (
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      className={shape}
      style={{ width: size, height: size }}
    />
  )
}
