/**
 * The logo of the sample brand on a grid of 24: an A made of a quarter of an arch, with a marigold disc below it. The arch has the colour
 * of the text. Set the size by `className`; it is legible from 16 pixels. `content/demo/illustrations/brand.ts` makes the favicon and the
 * touch icons from the same two shapes.
 */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 24 24">
      <path fill="currentColor" d="M2 22A20 20 0 0 1 22 2v20h-5.8V9A14.2 14.2 0 0 0 7.8 22z" />
      <circle fill="var(--color-accent)" cx="12.3" cy="19" r="3" />
    </svg>
  )
}
