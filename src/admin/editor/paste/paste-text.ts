import type { JSONContent } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment, Node, type Schema, Slice } from '@tiptap/pm/model'
import { Selection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { enumerate, readContent } from '#admin/editor/read-content.ts'
import { type FrontMatter, frontMatterOf } from '#content/markup/front-matter.ts'
import { isHeavy, isTooIntricate } from '#content/markup/intricacy.ts'
import { isOnlyText } from './clean-paste.ts'
import { isWhole } from './pictures.ts'

type Clipboard = {
  text: string
  html: string
  /** The language of an editor's file; undefined from other programs. */
  language: string | undefined
  /** Whether the person asked for the text without its formatting. */
  plain: boolean
}

type PasteResult = { front: FrontMatter | null; note: string | undefined }

/** Files of an editor that are text, not code. */
const textFile = /^(?:markdown|mdx|plaintext|text)$/

/**
 * Pastes a text that is Markdown as what it says, without its front matter. The text as it is comes first, so that one undo brings it back.
 * @returns null for anything else, which the editor pastes
 */
export function pasteText(view: EditorView, { text, html, language, plain }: Clipboard): PasteResult | null {
  const { schema, selection } = view.state
  if (text.trim() === '' || selection.$from.parent.type.spec.code) return null
  const isTextFile = language !== undefined && textFile.test(language)
  if (!isTextFile && (language !== undefined || !isOnlyText(html))) return null
  const front = frontMatterOf(text)
  const body = (front?.text ?? text).replace(/^\s*\n/, '')
  const said = !plain && isMarkdown(body) ? readContent(body) : null
  // An editor's text has its colours and font as HTML, which would make it code.
  if (!said && !front && !isTextFile) return null
  const note = said && said.unsupported.length > 0 ? asItIs(said.unsupported) : undefined
  const inserted = view.state.tr.replaceSelection(plainSlice(schema, text)).setMeta('paste', true)
  const [from, to] = [inserted.mapping.map(selection.from, -1), inserted.mapping.map(selection.to)]
  view.dispatch(inserted)
  const read = said && !note ? sliceOf(schema, said.doc) : front ? plainSlice(schema, body) : null
  if (read) view.dispatch(replaced(view.state.tr, { from, to, read }))
  return { front, note }
}

const asItIs = (unsupported: string[]) =>
  `The text was pasted as it is, since the visual editor cannot keep ${enumerate(unsupported)}. The source view takes it as Markdown.`

function replaced(tr: Transaction, { from, to, read }: { from: number; to: number; read: Slice }): Transaction {
  tr.replaceRange(from, to, read).setMeta('paste', true)
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(tr.mapping.map(to), tr.doc.content.size)), -1))
  return closeHistory(tr).scrollIntoView()
}

/** A paragraph for each line, as the editor pastes text. */
function plainSlice(schema: Schema, text: string): Slice {
  const lines = text.trim().split(/(?:\r\n?|\n)+/)
  const paragraphs = lines.map((line) => schema.node('paragraph', null, line ? [schema.text(line)] : []))
  return new Slice(Fragment.from(paragraphs), 1, 1)
}

function sliceOf(schema: Schema, doc: JSONContent): Slice {
  const { content } = Node.fromJSON(schema, withPlaces(doc))
  const open = (block: Node | null) => (block?.type.name === 'paragraph' ? 1 : 0)
  return new Slice(content, open(content.firstChild), open(content.lastChild))
}

/** The text has no site to which the addresses of its pictures could belong, so these leave their places. */
function withPlaces({ attrs, content, ...node }: JSONContent): JSONContent {
  const src = node.type === 'image' ? String(attrs?.['src']) : ''
  return {
    ...node,
    ...(attrs && { attrs: src === '' || isWhole(src) ? attrs : { ...attrs, src: '' } }),
    ...(content && { content: content.map(withPlaces) }),
  }
}

const fenced = /^( {0,3})(`{3,}|~{3,})[^`\n]*\n[\s\S]*?^ {0,3}\2[`~]*[ \t]*$/gm

/** Signs that nobody types without meaning Markdown. */
const clear = [
  // A heading on a separate line, but not a comment of code.
  /(?:^|\n\n)#{1,6} [^\s#][^\n]*(?:\n\n|\n?$)/,
  // The second line of a table.
  /^[^\n]*\|[^\n]*\n[ \t]*\|?(?:[ \t]*:?-{2,}:?[ \t]*\|)+(?:[ \t]*:?-{2,}:?[ \t]*)?$/m,
  /^ *[-*+] \[[ xX]\] \S/m,
  // Two points of a list.
  /^( *)([-*+]) \S[^\n]*\n+(?:(?:\1 {2,}\S[^\n]*|)\n)*\1\2 \S/m,
  // A link or a picture with its address.
  /!?\[[^\]\n]*\]\((?:<[^>\n]+>|(?:https?:|mailto:|tel:|[./#])[^\s)]*|[\w%-][\w%./-]*\.\w{2,5})(?: +"[^"\n]*")?\)/,
  /^!\[[^\]\n]*\]\[[^\]\n]+\]|^\[[^\]\n]+\]: <?(?:https?:|data:|\/)/m,
  /(?:^|[\s(])(\*\*)(?![\s*])(?:(?!\1)[^\n])*[^\s*_]\1(?=$|[\s).,;:!?…–—-])/m,
  /^\[\^[^\]\s]+\]: \S/m,
  /^> ?\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/im,
]

/** Signs that need another one. */
const weak = [
  /^#{1,6} \S/m,
  /^> \S/m,
  /(?:^|[\s(])`[^`\n]+`(?=$|[\s).,;:!?])/m,
  /(?:^|\n)\n(?:-{3,}|\*{3,}|_{3,})\n(?:\n|$)/,
  /(?:^|[\s(])([*_])(?![\s*_])[^*_\n]+[^\s*_]\1(?=$|[\s).,;:!?])/m,
  /~~\S[^~\n]*\S~~/,
]

const numbered = /^( *)(\d{1,3})[.)] +\S/

/** Whether lines of a text count on: `1.`, then `2.`. Years and figures do not. */
function countsOn(text: string): boolean {
  let last: { indent: string; number: number } | undefined
  for (const line of text.split('\n')) {
    const [, indent = '', number] = numbered.exec(line) ?? []
    if (number !== undefined) {
      if (last?.indent === indent && Number(number) === last.number + 1) return true
      last = { indent, number: Number(number) }
    } else if (line.trim() !== '' && !line.startsWith(' ')) last = undefined
  }
  return false
}

/** A line of code, of settings or of a comparison of files. */
const codeLine =
  /[;{}]\s*$|^\s*(?:import|from|export|def|class|function|const|let|var|return|public|private|package|#include|#!|sudo|npm|pip|echo|cd)\b|^(?:\+\+\+|---|@@) |^\s*(?:- )?[\w.-]+:(?: [^ ]*)?$|^\s*<\/?\w/

function isCode(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.filter((line) => codeLine.test(line)).length > lines.length * 0.4
}

/** Whether a pasted text is Markdown by clear signs. A text that only has an asterisk or a number somewhere is none. */
export function isMarkdown(source: string): boolean {
  const text = source.replaceAll(/\r\n?/g, '\n')
  if (isTooIntricate(text) || isHeavy(text)) return false
  const prose = text.replaceAll(fenced, '')
  if (prose !== text) return true
  if (isCode(text)) return false
  return clear.some((sign) => sign.test(prose)) || countsOn(prose) || weak.filter((sign) => sign.test(prose)).length > 1
}

/** The clipboard of a paste. The editor gives its handlers the HTML alone. */
export function createClipboard() {
  let data: DataTransfer | null = null
  let shift = false
  return {
    events: {
      paste(_: EditorView, event: ClipboardEvent) {
        data = event.clipboardData
      },
      keydown(_: EditorView, event: KeyboardEvent) {
        shift = event.shiftKey
      },
      keyup(_: EditorView, event: KeyboardEvent) {
        if (event.key === 'Shift') shift = false
      },
    },
    read: () => ({
      text: data?.getData('text/plain') ?? '',
      html: data?.getData('text/html') ?? '',
      language: languageOf(data?.getData('vscode-editor-data')),
      plain: shift,
    }),
  }
}

/** Editors name the language of the copied file. */
function languageOf(details: string | undefined): string | undefined {
  try {
    return JSON.parse(details || '{}').mode
  } catch {
    return undefined
  }
}
