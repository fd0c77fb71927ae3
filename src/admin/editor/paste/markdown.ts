import { isHeavy, isTooIntricate } from '#content/markup/intricacy.ts'

const fenced = /^( {0,3})(`{3,}|~{3,})[^`\n]*\n[\s\S]*?^ {0,3}\2[`~]*[ \t]*$/gm

/** Signs that nobody types without meaning Markdown. */
const clear = [
  // A heading on a line of its own, but not a comment of code.
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
