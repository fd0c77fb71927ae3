import type { Element, Parents } from 'hast'

/** The declarations of an element's `style` attribute, with names and values in lower case. */
export function inlineStyle({ properties: { style } }: Element): Map<string, string> {
  const declarations = typeof style === 'string' ? style.split(';') : []
  return new Map(
    declarations.map((declaration) => {
      const [name = '', ...value] = declaration.toLowerCase().split(':')
      return [name.trim(), value.join(':').trim()]
    }),
  )
}

/** A separate file, so the server can use it without loading the element builders. */
export const isBlank = (node: Parents['children'][number]) => node.type === 'text' && node.value.trim() === ''
