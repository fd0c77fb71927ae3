import { arch, disc } from '#ui/drawing/mark.ts'

/**
 * The logo of the sample brand on a grid of 24: an A made of a quarter of an arch, with a marigold disc below it. The arch has the colour
 * of the text. Set the size by `className`; it is legible from 16 pixels. `content/demo/illustrations/brand.ts` makes the favicon and the
 * touch icons from the same two shapes, and link cards show them too.
 */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={`logo-mark ${className}`} viewBox="0 0 24 24">
      <path fill="currentColor" d={arch} />
      <circle fill="var(--color-accent)" {...disc} />
    </svg>
  )
}
