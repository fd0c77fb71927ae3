import { composePage, type Described, drawMotif } from '#ui/drawing/motifs/motifs.ts'
import { useTrustedHtml } from '#ui/trusted-html.ts'

const inks = {
  ink: 'var(--color-ink)',
  muted: 'var(--color-muted)',
  rule: 'var(--color-edge)',
  primary: 'var(--color-primary)',
  soft: 'var(--color-primary-soft)',
  accent: 'var(--color-accent)',
  raised: 'var(--color-raised)',
}

/** The strokes of the drawing of one of a page's records. */
export default function CatalogMotif({ records, place }: { records: readonly Described[]; place: number }) {
  const { motif, seed } = composePage(records)[place] ?? { motif: 'blocks', seed: '' }
  const drawing = drawMotif(motif, seed, inks)
  // The markup is ours: it has no word of the record.
  return <g dangerouslySetInnerHTML={useTrustedHtml(drawing)} />
}
