import type { Element } from 'hast'

/** An element's inline style, its names and values in small letters. */
export function styleOf({ properties: { style } }: Element): Map<string, string> {
  const declarations = typeof style === 'string' ? style.split(';') : []
  return new Map(
    declarations.map((declaration) => {
      const at = declaration.indexOf(':')
      return [
        declaration.slice(0, at).trim().toLowerCase(),
        declaration
          .slice(at + 1)
          .trim()
          .toLowerCase(),
      ]
    }),
  )
}
