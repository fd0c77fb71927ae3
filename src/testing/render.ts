import { type RenderOptions, renderContent } from '#content/render/render-content.ts'

/** Renders a text, and fails if it is too intricate. */
export function render(source: string, options?: RenderOptions) {
  const result = renderContent(source, options)
  if (!result) throw new Error(`Too intricate: ${source.slice(0, 80)}`)
  return result
}
