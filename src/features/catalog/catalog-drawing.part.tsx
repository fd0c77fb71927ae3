import { ServerPart } from '#web/server-part.tsx'
import type { Motif } from './catalog-motifs.tsx'

export type { Motif } from './catalog-motifs.tsx'

type CatalogDrawingProps = { motif: Motif; name: string; className?: string }

const load = () => import('./catalog-motifs.tsx')
const onServer = import.meta.env.SSR ? await load() : undefined

/** A decoration in the strokes of the site's figures. */
export const CatalogDrawing = ({ className, ...drawing }: CatalogDrawingProps) => (
  <svg
    aria-hidden="true"
    viewBox="0 0 400 300"
    className={className}
    fill="none"
    stroke="var(--color-ink)"
    strokeWidth="1.5"
    strokeLinejoin="round"
    strokeLinecap="round"
  >
    <ServerPart as="g" load={load} onServer={onServer} of={drawing} />
  </svg>
)
