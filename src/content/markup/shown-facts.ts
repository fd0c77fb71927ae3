import type { Element, ElementContent, Parents } from 'hast'
import { lookup } from '#contract/lookup.ts'
import { takeCallout } from './callouts.ts'
import { colorClasses } from './classes.contract.ts'
import { classesOf, elementsNamed, isBlank, isElement, onlyChild } from './elements.ts'
import { textOf } from './plain-text.ts'
import { idPrefix, inlineNames } from './sanitise-schema.ts'
import { rawText, showsSomething } from './to-markdown-line.ts'
import { videoOf } from './videos.ts'

const inline = new Set(inlineNames)
const marks: Record<string, string> = { b: 'strong', i: 'em', del: 's', span: '', a: '', wbr: '' }

/**
 * All that readers see of nodes, in order: words with their marks, headings, links, pictures with their captions, code, line breaks. Two sources with the
 * same facts show the same.
 */
export function factsOf(nodes: Parents['children']): string[] {
  const facts: string[] = []
  let word = ''
  let wordMarks = ''
  let broken = false
  /** Whether the block has said something. */
  let said = false
  /** A link, which begins with its first word. */
  let link = ''
  let marked = true
  const add = (fact: string) => {
    endWord()
    startLink()
    push(fact)
  }
  const push = (fact: string) => {
    if (broken) facts.push('↵')
    broken = false
    said ||= !fact.startsWith('place ')
    facts.push(fact)
  }
  const startLink = () => {
    if (link !== '') push(link)
    link = ''
  }
  const endWord = () => {
    if (word === '') return
    const whole = wordMarks === '' ? word : `${word} (${wordMarks})`
    word = ''
    push(whole)
  }
  const say = (text: string, worn: string) => {
    for (const [at, part] of text.split(/\s+/).entries()) {
      if (at > 0) endWord()
      if (part === '') continue
      startLink()
      if (word === '') wordMarks = worn
      word += part
    }
  }
  /** @param captioned whether the titles of pictures are captions */
  const visit = (node: Parents['children'][number], worn: string[], captioned: boolean): void => {
    if (node.type === 'text') {
      say(node.value, marked ? worn.join() : '')
      return
    }
    if (!isElement(node as ElementContent)) return
    const element = node as Element
    const { tagName, properties } = element
    if (tagName === 'br') {
      endWord()
      broken = said
      return
    }
    if (tagName === 'img') {
      add(`picture ${properties.src ?? ''} “${properties.alt ?? ''}”`)
      if (captioned) {
        say(String(properties.title ?? ''), '')
        endWord()
      }
      return
    }
    if (tagName === 'input') {
      add(properties.checked ? '[x]' : '[ ]')
      return
    }
    if (isFootnoteSign(element)) {
      if (properties['dataFootnoteRef'] !== undefined) add('note')
      return
    }
    if (tagName === 'a') visitLink(element)
    if (inline.has(tagName)) {
      const colors = classesOf(element).filter((name) => colorClasses.some((own) => own === name))
      const own = [lookup(marks, tagName) ?? tagName, ...(tagName === 'span' ? colors : [])].filter(Boolean)
      const all = own.every((one) => worn.includes(one)) ? worn : [...new Set([...worn, ...own])].sort()
      for (const child of element.children) visit(child, all, captioned)
      return
    }
    endBlock()
    visitBlock(element, worn)
    endBlock()
  }
  const endBlock = () => {
    endWord()
    broken = false
    said = false
  }
  const visitLink = (element: Element) => {
    const { href, id } = element.properties
    if (id !== undefined) add(`place ${String(id).replace(idPrefix, '')}`)
    const says = textOf(element)
    // An address in a text reads as a link to itself.
    if (
      href &&
      !['', 'mailto:', 'http://'].some((scheme) => href === scheme + says) &&
      (says !== '' || elementsNamed(element, 'img').length > 0)
    ) {
      link = `link ${href}`
    }
  }
  const visitBlock = (element: Element, worn: string[]) => {
    const { tagName } = element
    if (tagName === 'hr') return add('rule')
    if (tagName === 'pre') return visitCode(element)
    const video = tagName === 'p' ? videoOf(element) : null
    if (video) return add(`video ${video.address.replace(/^www\./i, 'https://www.')}`)
    if (/^h[1-6]$/.test(tagName) && showsSomething(element)) add(`heading ${tagName[1]}`)
    const quotation = tagName === 'blockquote' && /^\s*\[!/.test(textOf(element)) ? structuredClone(element) : element
    const kind = quotation === element ? null : takeCallout(quotation)
    if (kind) add(`callout ${kind}`)
    const captioned = tagName === 'p' && isPictures(element)
    // A caption is the title of its picture, which has no marks.
    const outside = marked
    if (tagName === 'figcaption') marked = false
    for (const child of quotation.children) visit(child, worn, captioned)
    endWord()
    marked = outside
  }
  const visitCode = (element: Element) => {
    const only = onlyChild(element)
    const code = isElement(only) && only.tagName === 'code' ? only : element
    const text = rawText(code).replace(/\n$/, '')
    if (text.trim() !== '') add(`code ${classesOf(code).find((name) => name.startsWith('language-')) ?? ''} ${text}`)
    for (const child of code.children) if (isElement(child)) visit(child, [], false)
  }
  for (const node of nodes) visit(node, [], false)
  endBlock()
  return facts
}

/** Marks and arrows of footnotes, and their label, which is for screen readers. */
const isFootnoteSign = ({ properties }: Element) =>
  properties['dataFootnoteRef'] !== undefined ||
  properties['dataFootnoteBackref'] !== undefined ||
  String(properties.id ?? '').replace(idPrefix, '') === 'footnote-label'

/** Whether a paragraph has only pictures, whose titles are their captions. */
const isPictures = ({ children }: Element): boolean =>
  children.every(
    (child) =>
      isBlank(child) || (isElement(child) && (child.tagName === 'img' || (child.tagName === 'a' && isPictures(child)))),
  )
