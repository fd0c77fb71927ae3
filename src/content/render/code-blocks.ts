import type { Element, Root } from 'hast'
import { h } from 'hastscript'
import { closest, elementsNamed, replace } from '#content/markup/elements.ts'
import { isBlank } from '#content/markup/nodes.ts'
import { highlight, languageName } from './highlight.ts'

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
  const [only, ...others] = pre.children.filter((child) => !isBlank(child))
  return others.length === 0 && only?.type === 'element' && only.tagName === 'code' ? only : h('code', pre.children)
}

/** The language as fenced Markdown and the editor write it (`class="language-ts"`), or as GitHub accepts it (`lang="ts"`). */
function languageOf(pre: Element, code: Element): string {
  const classes = Array.isArray(code.properties.className) ? code.properties.className.map(String) : []
  const named = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length)
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
