import { ConfigError } from '#server/config/environment.ts'
import { readSiteTokens } from '#server/config/folders.ts'

const block = /^(@font-face|:root(?:\s*,\s*\.on-deep)?)\s*\{([^{}]*)\}\s*/
const declaration = /^\s*(--[\w-]+)\s*:\s*\S/

/**
 * The design tokens of the company's folder as a style element, for every document. They override those of the
 * stylesheet, which the client loads after them, but not the accent chosen in the back office (`brandStyle`), which
 * has the same selectors and comes later.
 * @param css the program's stylesheet, which has all tokens there are; without it names are not compared
 * @throws ConfigError with the first line that cannot be used
 */
export function readTokenStyles(siteDir: string | undefined, css?: string): string {
  const text = siteDir === undefined ? undefined : readSiteTokens(siteDir)
  let rest = text?.replaceAll(/\/\*.*?\*\//gs, '').trim() ?? ''
  if (rest === '') return ''
  if (rest.includes('<')) throw wrong('must not contain "<"')
  const known = css === undefined ? undefined : new Set(css.match(/--[\w-]+(?=\s*:)/g))
  let styles = ''
  while (rest !== '') {
    const [whole, selector = '', content = ''] = block.exec(rest) ?? []
    if (whole === undefined)
      throw wrong(`has only blocks of :root and @font-face, and "${rest.split('\n')[0]?.slice(0, 60)}" begins none`)
    if (selector === '@font-face') styles += `@font-face{${content.trim()}}`
    else styles += `html:root,html .on-deep{${checkTokens(content, known).trim()}}`
    rest = rest.slice(whole.length)
  }
  return `<style>${styles}</style>`
}

function checkTokens(content: string, known: Set<string> | undefined): string {
  for (const line of content.split(';').filter((part) => part.trim() !== '')) {
    const name = declaration.exec(line)?.[1]
    if (name === undefined) throw wrong(`has only tokens such as --color-primary: #0b6b63, and not "${line.trim()}"`)
    if (known && !known.has(name)) throw wrong(`sets ${name}, which is no token of the program (src/ui/tokens.css)`)
  }
  return content
}

const wrong = (problem: string) => new ConfigError(`SITE_DIR: tokens.css ${problem}`)
