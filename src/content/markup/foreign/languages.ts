import type { Element } from 'hast'
import { classesOf, elementsNamed, type Placed, within } from '#content/markup/elements.ts'

/** The languages that pages print above code by one name, which the text then has too. */
const plainNames =
  'c css dart elixir groovy haskell html http java julia lua matlab nginx perl php r scala solidity svelte swift toml vue zig'

/** The names of the other languages as pages print them, by the name that the text then has. */
const printed: Record<string, string> = {
  bash: 'bash shell script azurecli shellscript',
  cpp: 'cpp c++',
  csharp: 'csharp c# cs',
  diff: 'diff patch',
  dockerfile: 'dockerfile docker',
  fsharp: 'fsharp f#',
  go: 'go golang',
  graphql: 'graphql gql',
  hcl: 'hcl terraform tf',
  ini: 'ini conf',
  javascript: 'javascript js mjs node.js',
  json: 'json jsonc json5 jsonl',
  jsx: 'jsx javascriptreact',
  kotlin: 'kotlin kt kts',
  latex: 'latex tex',
  makefile: 'makefile make',
  markdown: 'markdown md',
  objectivec: 'objective-c objectivec objc objective-cpp',
  powershell: 'powershell ps1 pwsh azurepowershell',
  protobuf: 'protobuf proto',
  python: 'python py python3 ipython ipython3 pycon',
  ruby: 'ruby rb',
  rust: 'rust rs',
  scss: 'scss sass less',
  shell: 'console shell-session terminal sh shellsession sh-session zsh',
  sql: 'sql mysql postgresql postgres sqlite plsql',
  tsx: 'tsx typescriptreact',
  typescript: 'typescript ts',
  vbnet: 'vb.net vbnet vb',
  xml: 'xml svg',
  yaml: 'yaml yml dockercompose',
}

const byName = new Map([
  ...plainNames.split(' ').map((name) => [name, name] as const),
  ...Object.entries(printed).flatMap(([id, names]) => names.split(' ').map((name) => [name, id] as const)),
])
const noLanguage = /^(?:plain ?text|plain|text|txt|none|no-?highlight|undefined|auto|code|output|generic|raw)$/

/** The language that a label names: `C++`, `Terminal`. @returns '' for plain text; undefined for other words */
function labelledLanguage(label: string): string | undefined {
  const name = label.trim().toLowerCase()
  return noLanguage.test(name) ? '' : byName.get(name)
}

/** The language in a class name or attribute. @param known whether it must be one that pages print, and not just any word */
export function namedLanguage(name: string, known: boolean): string | undefined {
  const found = name.toLowerCase().replace(/[;,].*$/, '')
  if (!/^[\w+#.-]{1,30}$/.test(found)) return undefined
  // GitHub's are `css-scss` and `html-basic`.
  const parts = found.split('-')
  const printed = [found, parts.at(-1), parts[0]].map((part = '') => labelledLanguage(part))
  return printed.find((one) => one !== undefined) ?? (known ? undefined : found)
}

/** `app.ts` names a language by its ending. */
export const labelOf = (text: string) =>
  labelledLanguage(text) ?? (/^[\w./-]+\.\w{1,6}$/.test(text) ? labelledLanguage(text.replace(/^.*\./, '')) : undefined)

const buttonLabel =
  /^(?:(?:copy|copied|edit|run|download|expand|collapse|wrap|share|explain|open|preview|save|insert|apply|try it|view raw|raw|always show details)(?: (?:code|snippet|to clipboard|in \w+|lines|sql|file))?[!.…]?|content_copy|copy_all|download|play_arrow|use code with caution\.?)$/i

/** Whether a text above code is a label, and no part of the code: a language or a button. */
export const isLabel = (text: string) => labelOf(text) !== undefined || buttonLabel.test(text)

const languageClass = /^(?:language|lang|highlight-source|highlight-text|highlight|hl|src|brush:?)-(.+)$/

/** The language that an element names in its classes or attributes. @param known whether it must be one that pages print */
export function languageOf(element: Element, known = false): string | undefined {
  const {
    dataLang,
    dataLanguage,
    dataCodeLanguage,
    dataCanonicalLang,
    dataEnlighterLanguage,
    lang,
    syntax,
    dataSyntaxhighlighterParams: params,
  } = element.properties
  const classes = classesOf(element)
  const brush = /brush:\s*([\w+#.-]+)/.exec(`${classes.join(' ')} ${params ?? ''}`)?.[1]
  const coloured = /^(?:hljs|highlight|sourceCode|prettyprint|prism|shiki|codehilite)$/
  const isNamed = element.tagName === 'codeblock' || classes.some((name) => coloured.test(name))
  const plain = isNamed ? classes.find((name) => labelledLanguage(name)) : undefined
  const named = [
    dataLang,
    dataLanguage,
    dataCodeLanguage,
    dataCanonicalLang,
    dataEnlighterLanguage,
    syntax,
    brush,
    ...classes.map((name) => languageClass.exec(name)?.[1]),
    plain,
    // It may be a language of people.
    lang && namedLanguage(String(lang), true),
  ]
  for (const name of named) {
    const found = typeof name === 'string' ? namedLanguage(name, known) : undefined
    if (found !== undefined) return found
  }
}

export const languageAround = ({ around }: Placed) =>
  around
    .slice(-4)
    .toReversed()
    .map((node) => (node.type === 'element' ? languageOf(node, true) : undefined))
    .find((language) => language !== undefined)

export const languageWithin = (element: Element) =>
  elementsNamed(within(element))
    .map((one) => languageOf(one.element))
    .find((language) => language !== undefined)
