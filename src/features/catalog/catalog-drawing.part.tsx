import type { Described } from '#ui/drawing/motifs/motifs.ts'
import { ServerPart } from '#web/server-part.tsx'

type CatalogDrawingProps = {
  records: readonly Described[]
  place: number
  className?: string
}

const load = () => import('./catalog-motif.tsx')
const onServer = import.meta.env.SSR ? await load() : undefined

/** A decoration in the strokes of the site's figures: the record's words choose its motif, and its name the composition (decision 093). */
export const CatalogDrawing = ({ className, ...drawing }: CatalogDrawingProps) => (
  <svg aria-hidden="true" viewBox="0 0 400 300" className={className} fill="none" strokeLinejoin="round">
    <ServerPart as="g" load={load} onServer={onServer} of={drawing} />
  </svg>
)
