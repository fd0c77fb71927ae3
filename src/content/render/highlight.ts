import type { Element, ElementContent, Root } from 'hast'
import { h } from 'hastscript'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import graphql from 'highlight.js/lib/languages/graphql'
import http from 'highlight.js/lib/languages/http'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import php from 'highlight.js/lib/languages/php'
import plaintext from 'highlight.js/lib/languages/plaintext'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import shell from 'highlight.js/lib/languages/shell'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'
import { classesOf, closest, elementsNamed, onlyChild, replace } from '#content/markup/elements.ts'
import { lookup } from '#contract/lookup.ts'

/** Wraps each code block in a frame with its language, and highlights it. */
export function finishCode(tree: Root) {
  for (const placed of elementsNamed(tree, 'pre')) {
    if (closest(placed, 'pre')) continue
    const code = codeIn(placed.element)
    const language = languageOf(placed.element, code)
    const text = verbatim(code).replace(/\n+$/, '')
    code.children = highlight(text, language) ?? (onlyText(code) ? [{ type: 'text', value: text }] : code.children)
    code.properties = { className: ['hljs', ...(language ? [`language-${language}`] : [])] }
    const name = languageName(language)
    replace(
      placed,
      h('div.code-block', { dataLanguage: language || 'text' }, [
        h('div.code-head', h('span', name)),
        h('pre', { tabIndex: 0 }, code),
      ]),
    )
  }
}

/** The `code` inside a `pre`, or a new one around the content of a bare `pre`. */
function codeIn(pre: Element): Element {
  const only = onlyChild(pre)
  return only?.type === 'element' && only.tagName === 'code' ? only : h('code', pre.children)
}

/** The language as fenced Markdown and the editor write it (`class="language-ts"`), or as GitHub accepts it (`lang="ts"`). */
function languageOf(pre: Element, code: Element): string {
  const named = classesOf(code)
    .find((name) => name.startsWith('language-'))
    ?.slice('language-'.length)
  const language = (named ?? String(pre.properties.lang ?? '')).toLowerCase()
  return /^[\w+#.-]{1,30}$/.test(language) ? language : ''
}

const onlyText = (code: Element) => code.children.every((child) => child.type === 'text')

function verbatim(node: Element): string {
  return node.children
    .map((child) => {
      if (child.type === 'text') return child.value
      return child.type !== 'element' ? '' : child.tagName === 'br' ? '\n' : verbatim(child)
    })
    .join('')
}

const grammars = {
  bash,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  graphql,
  http,
  ini,
  java,
  javascript,
  json,
  markdown,
  php,
  plaintext,
  python,
  rust,
  shell,
  sql,
  typescript,
  xml,
  yaml,
}
// These languages have no grammar here; a similar one highlights keys, strings and comments.
const relatives: Record<string, string[]> = {
  ini: ['hcl', 'tf', 'terraform', 'properties', 'env', 'dotenv'],
  sql: ['postgresql', 'postgres', 'pgsql', 'sqlite', 'mysql'],
  json: ['jsonl', 'ndjson'],
}
const lowlight = createLowlight(grammars)
lowlight.registerAlias(relatives)

const grammarNames = Object.entries(grammars).flatMap(([id, grammar]) => {
  const { name = id, aliases = [] } = grammar(hljs)
  return [id, ...aliases, ...(relatives[id] ?? [])].map((alias) => [alias, name])
})

/** Names for readers: those of the grammars, and better ones. */
const names: Record<string, string> = {
  ...Object.fromEntries(grammarNames),
  console: 'Terminal',
  dotenv: 'Environment',
  env: 'Environment',
  hcl: 'HCL',
  html: 'HTML',
  ini: 'INI',
  json5: 'JSON5',
  jsx: 'JSX',
  php: 'PHP',
  plaintext: 'Text',
  postgres: 'PostgreSQL',
  postgresql: 'PostgreSQL',
  sh: 'Shell',
  shell: 'Terminal',
  sqlite: 'SQLite',
  svg: 'SVG',
  terraform: 'Terraform',
  text: 'Text',
  tf: 'Terraform',
  toml: 'TOML',
  tsx: 'TSX',
  txt: 'Text',
  xml: 'XML',
  zsh: 'Shell',
}

/** The name of a language for readers; an unknown one keeps the author's name. */
const languageName = (language: string) => (language === '' ? 'Text' : (lookup(names, language) ?? language))

/** Longer code is not highlighted, since that would take too long. */
const maxLength = 20_000

/** Highlights code with spans of `hljs-*` classes; null when the language is unknown or the code too long. */
function highlight(code: string, language: string): ElementContent[] | null {
  if (!lowlight.registered(language) || code.length > maxLength) return null
  const tree = lowlight.highlight(language, code)
  for (const { element } of elementsNamed(tree, 'span')) markEmbedded(element)
  return tree.children as ElementContent[]
}

/** The class of code in another language is `language-xml`, as for a whole block; lowlight writes `xml`. */
function markEmbedded({ properties }: Element) {
  const [name, ...others] = properties.className as string[]
  if (!name?.startsWith('hljs-')) properties.className = [`language-${name}`, ...others]
}
