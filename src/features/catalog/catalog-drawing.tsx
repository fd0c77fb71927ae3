import { useEffect, useState } from 'react'
import { useHydrated } from '#ui/link.tsx'
import { useTrustedHtml } from '#ui/trusted-html.ts'
import type { Motif } from './catalog-motifs.tsx'

type CatalogDrawingProps = { motif: Motif; name: string; className?: string }

const load = () => import('./catalog-motifs.tsx')
const onServer = import.meta.env.SSR ? await load() : undefined

/** A decoration in the strokes of the site's figures. No browser downloads the code of a drawing that its document has (docs/decisions/052). */
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
    {onServer ? <g>{onServer.drawMotif(drawing)}</g> : <Strokes {...drawing} />}
  </svg>
)

/** Leaves what the server drew as it is. Where the client shows the page by itself, it loads the code that draws. */
function Strokes(drawing: CatalogDrawingProps) {
  const [fromServer] = useState(!useHydrated())
  const [motifs, setMotifs] = useState<Awaited<ReturnType<typeof load>>>()
  const kept = useTrustedHtml('')
  useEffect(() => {
    // Without its decoration the page is complete.
    if (!fromServer) load().then(setMotifs, () => {})
  }, [fromServer])
  if (fromServer) return <g dangerouslySetInnerHTML={kept} suppressHydrationWarning />
  return <g>{motifs?.drawMotif(drawing)}</g>
}
