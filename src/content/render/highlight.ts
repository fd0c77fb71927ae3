import type { Element, ElementContent } from 'hast'
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
import { make, textNode } from '#content/markup/elements.ts'

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
for (const [name, grammar] of Object.entries(grammars)) hljs.registerLanguage(name, grammar)
// These languages have no grammar here; a similar one highlights keys, strings and comments.
hljs.registerAliases(['hcl', 'tf', 'terraform', 'properties', 'env', 'dotenv'], { languageName: 'ini' })
hljs.registerAliases(['postgresql', 'postgres', 'pgsql', 'sqlite', 'mysql'], { languageName: 'sql' })
hljs.registerAliases(['jsonl', 'ndjson'], { languageName: 'json' })

/** Names for readers, where they differ from the grammar's name. */
const names: Record<string, string> = {
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
export const languageName = (language: string) =>
  language === '' ? 'Text' : (names[language] ?? hljs.getLanguage(language)?.name ?? language)

/** Longer code is not highlighted, since that would take too long. */
const maxLength = 20_000

/** Highlights code with spans of `hljs-*` classes; null when the language is unknown or the code too long. */
export function highlight(code: string, language: string): ElementContent[] | null {
  if (!hljs.getLanguage(language) || code.length > maxLength) return null
  return spansOf(hljs.highlight(code, { language, ignoreIllegals: true }).value)
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

/** Parses the highlighter's HTML, which consists of text and nested spans with a class. */
function spansOf(html: string): ElementContent[] {
  const top: Element = make('code', {})
  const open = [top]
  for (const [token, name] of html.matchAll(/<span class="([^"]*)">|<\/span>|[^<]+/g)) {
    const current = open.at(-1) ?? top
    if (name !== undefined) {
      const span = make('span', { className: name.split(' ') })
      current.children.push(span)
      open.push(span)
    } else if (token === '</span>') open.pop()
    else
      current.children.push(
        textNode(token.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)),
      )
  }
  return top.children
}
