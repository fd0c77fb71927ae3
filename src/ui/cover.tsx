import { coverSvg } from '#ui/drawing/cover.ts'
import { useTrustedHtml } from './trusted-html.ts'

/**
 * The picture of a post or course that has none of its own, drawn from its slug and category. It fills the box that `className`
 * gives it and is cropped to its shape; it says nothing that the title does not, so it is hidden from assistive technology.
 */
export function Cover({ slug, category, className }: { slug: string; category: string; className?: string }) {
  const { viewBox, markup, background } = coverSvg({ slug, category })
  const drawing = useTrustedHtml(markup)
  return (
    <svg
      aria-hidden="true"
      className={className}
      viewBox={viewBox}
      preserveAspectRatio="xMidYMid slice"
      style={{ background }}
      // Markup of our own making: `coverSvg` puts nothing of its arguments into it.
      dangerouslySetInnerHTML={drawing}
    />
  )
}
