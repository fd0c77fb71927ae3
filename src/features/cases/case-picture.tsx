import type { CaseDrawing } from '#contract/case-drawing.ts'
import { isOwnImage } from '#contract/media.ts'
import { classNames } from '#ui/class-names.ts'
import { ContentImage } from '#ui/content-image.tsx'
import { type CoverFrame, caseCover } from '#ui/drawing/case-cover.ts'
import { useTrustedHtml } from '#ui/trusted-html.ts'
import type { CaseSummary } from './cases.contract.ts'

type CasePictureProps = {
  of: Pick<CaseSummary, 'title' | 'slug' | 'industry' | 'figures' | 'services' | 'imageUrl' | 'imageAlt' | 'imageFocus'>
  sizes: string
  priority: boolean
  /** At the head of a page: from 40rem on, the frame is two and a half times as wide as high. */
  wide?: boolean
  /** Sets the shape of the box. */
  className: string
}

/** The picture of a case study: its own, or a cover that is drawn from what it says (decision 093). */
export function CasePicture({ of, wide, className, ...image }: CasePictureProps) {
  if (isOwnImage(of.imageUrl))
    return <ContentImage {...image} record={{ ...of, category: of.industry }} wide={wide} className={className} />
  const drawing = drawingOf(of)
  return (
    <div className={classNames('overflow-hidden', className)}>
      {wide && <CaseCover of={drawing} frame="wide" className="size-full max-sm:hidden" />}
      <CaseCover of={drawing} frame="plain" className={classNames('size-full', wide && 'sm:hidden')} />
    </div>
  )
}

/** More characters of a service's name do not change the drawing, so that the address of a link card stays short. */
const longestName = 40

/** The parts of a case study that its cover shows. Without services it is its title that chooses the motif. */
type Drawn = Pick<CaseSummary, 'title' | 'industry' | 'figures' | 'services'>
export const drawingOf = ({ title, industry, figures, services = [] }: Drawn): CaseDrawing => ({
  industry,
  figures: figures.map(({ figure }) => figure),
  services: (services.length > 0 ? services.slice(0, 2) : [{ title, category: undefined }]).map(
    ({ title, category }) => ({ title: title.slice(0, longestName), category }),
  ),
})

/** A decoration: the page has its figures as text too. */
export function CaseCover({ of, frame, className }: { of: CaseDrawing; frame: CoverFrame; className: string }) {
  const { viewBox, markup, background, labels, labelColour } = caseCover(of, frame)
  return (
    <svg aria-hidden="true" className={className} viewBox={viewBox} style={{ background }}>
      {/* The markup is ours: it has no text of the case study. */}
      <g dangerouslySetInnerHTML={useTrustedHtml(markup)} />
      <g className="font-display font-[640] tabular-nums" fill={labelColour}>
        {labels.map(({ text, ...place }, index) => (
          <text key={index} x={place.x} y={place.y} fontSize={place.size}>
            {text}
          </text>
        ))}
      </g>
    </svg>
  )
}
