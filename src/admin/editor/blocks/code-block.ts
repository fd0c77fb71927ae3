import { h } from 'hastscript'
import { Code2 } from 'lucide-react'
import type { TextBlock } from './block.ts'
import { classesOf, isBlank, isElement, noteProperties, verbatim } from './reading.ts'

export const codeBlock: TextBlock = {
  nodes: ['codeBlock'],
  tags: ['pre'],
  read(pre, reader) {
    const [only, ...others] = pre.children.filter((child) => !isBlank(child))
    const code = others.length === 0 && only?.type === 'element' && only.tagName === 'code' ? only : pre
    const language =
      classesOf(code)
        .find((name) => name.startsWith('language-'))
        ?.slice('language-'.length) ?? null
    noteProperties(pre, code === pre ? ['className'] : [], reader)
    if (code.children.some(isElement)) reader.unsupported.add('markup in code')
    const text = verbatim(code).replace(/\n$/, '')
    return [{ type: 'codeBlock', attrs: { language }, ...(text && { content: [{ type: 'text', text }] }) }]
  },
  toMarkdown: (node) => [{ type: 'code', lang: node.attrs['language'], value: node.textContent }],
  toHtml({ attrs: { language }, textContent }) {
    return h('pre', h('code', { className: language ? [`language-${language}`] : undefined }, textContent))
  },
  menu: [{ label: 'Code block', icon: Code2, slash: 'pre', run: (editor) => editor.commands.toggleCodeBlock() }],
}
