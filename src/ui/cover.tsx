import { coverSvg } from '#ui/drawing/cover.ts'
import { useTrustedHtml } from './trusted-html.ts'

/**
 * The drawn picture of a post or course without a picture, made from its slug and category. It fills the box that `className` sets and is
 * cropped to it. It is decoration, so it is hidden from assistive technology.
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
