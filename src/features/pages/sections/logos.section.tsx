import { isOwnImage, parseImageUrl } from '#contract/media.ts'
import { TargetLink } from '#site/page/target-link.tsx'
import { classNames } from '#ui/class-names.ts'
import { Picture } from '#ui/content-image.tsx'
import type { kind } from './logos.contract.ts'
import type { Shown } from './section.contract.ts'
import { Titled } from './titled.tsx'

/** How many are in a row of a wide window, so that the last row is full where it can be. */
const columns = (count: number) => {
  if (count === 4 || count === 7 || count === 8) return 'md:grid-cols-4'
  return count === 2 || count === 3 || count === 5 || count === 9 || count === 10
    ? 'sm:grid-cols-5'
    : 'sm:grid-cols-3 lg:grid-cols-6'
}

export const Section = ({ title, logos, light = [] }: Shown<typeof kind>) => (
  <Titled title={title} quiet>
    <ul className={classNames('grid grid-cols-2 gap-x-8 border-y border-line bg-paper py-5', columns(logos.length))}>
      {logos.map(({ imageUrl, imageAlt, to }, index) => (
        <li key={index} className="relative flex h-20 items-center">
          {to ? (
            <TargetLink to={to} className="link-quiet link-cover min-w-0">
              <Logo url={imageUrl} name={imageAlt} light={light} />
            </TargetLink>
          ) : (
            <Logo url={imageUrl} name={imageAlt} light={light} />
          )}
        </li>
      ))}
    </ul>
  </Titled>
)

/**
 * A logo in the tone of the page. The difference of its negative and the ground makes what is white, or transparent, the ground, and what is black, the
 * colour of texts, in both schemes. A light logo is its own negative.
 */
const quiet = (isLight: boolean) =>
  ({
    filter: `grayscale(1) ${isLight ? 'contrast(1.7)' : 'invert(1) brightness(1.7)'}`,
    mixBlendMode: 'difference',
    opacity: 0.8,
  }) as const

/** Long logos are less high than compact ones, so that all seem equally large. */
function Logo({ url, name, light }: { url: string; name: string; light: string[] }) {
  const ref = parseImageUrl(url)
  const ratio = ref ? ref.width / ref.height : 2
  const height = Math.round(Math.min(64, Math.max(24, 60 * ratio ** -0.4)))
  if (!isOwnImage(url)) return <span className="text-h3 font-display text-muted wrap-anywhere">{name}</span>
  return (
    <Picture
      url={url}
      alt={name}
      sizes={`${Math.round(height * ratio)}px`}
      className="w-fit"
      style={{ ...quiet(light.includes(ref?.hash ?? '')), height, objectFit: 'contain' }}
    />
  )
}
