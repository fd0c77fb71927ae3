import { type Accent, accents } from '#contract/accents.ts'
import type { Brand } from '#server/site-config/brand.ts'

/** The styles of a document that has another accent or logo than the program's; they win over the stylesheet, which may come later. */
export function brandStyle({ key, accent, logo }: Brand): string {
  const colours = accent ? `html:root,html .on-deep{${declarations(accents[accent])}}` : ''
  const mark = logo
    ? `html svg.logo-mark{width:auto;height:2rem;aspect-ratio:${logo.ratio.toFixed(3)};background:url(/brand/${key}/logo.${logo.type}) center/contain no-repeat}html svg.logo-mark>*{display:none}`
    : ''
  // The name stays for screen readers.
  const name = logo?.named ? 'html a:has(>svg.logo-mark){gap:0;font-size:0}' : ''
  return `<style>${colours}${mark}${name}</style>`
}

const declarations = (accent: Accent) =>
  Object.entries(accent)
    .map(([name, value]) => `--color-${name}:${typeof value === 'string' ? value : `light-dark(${value.join()})`}`)
    .join(';')
