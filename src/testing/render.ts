import { type RenderOptions, renderContent } from '#content/render/render-content.ts'

/** What is rendered of a text that is not too intricate. */
export function render(source: string, options?: RenderOptions) {
  const result = renderContent(source, options)
  if (!result) throw new Error(`Too intricate: ${source.slice(0, 80)}`)
  return result
}
