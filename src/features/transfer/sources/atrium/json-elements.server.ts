import { parseBounded } from '#server/backup/archive.ts'
import { SourceError } from '../../ground/source.ts'

/** The longest record in characters: a text has at most a million. */
const longest = 20 * 1024 * 1024

/** A page has the deepest records, and the longest: with all its sections, rows and values. */
const bounds = { depth: 50, commas: 200_000 }

/** One element of a list, with the line on which it begins; without a `value` it is damaged. */
type JsonElement = { line: number; value?: unknown }

/**
 * Reads the elements of a JSON list one after the other, whatever its spaces and line ends are, so that a file which an editor has formatted is read too.
 * @throws SourceError for a file that is no list, or ends in the middle
 */
export async function* jsonElements(
  pieces: AsyncIterable<Uint8Array | string>,
  name: string,
): AsyncGenerator<JsonElement> {
  const decoder = new TextDecoder()
  let state: 'before' | 'in' | 'after' = 'before'
  let [depth, line, begin] = [0, 1, 1]
  let [inText, escaped] = [false, false]
  let element = ''
  for await (const piece of pieces) {
    const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
    // The part of this piece that belongs to the element.
    let from = depth > 1 ? 0 : -1
    for (let at = 0; at < text.length; at++) {
      const sign = text[at]
      if (sign === '\n') line++
      if (inText) {
        if (escaped) escaped = false
        else if (sign === '\\') escaped = true
        else if (sign === '"') inText = false
        continue
      }
      if (depth > 1 && sign === '"') inText = true
      else if (sign === '{' || sign === '[') {
        if (depth === 0 && (sign !== '[' || state !== 'before')) throw new SourceError(`${name} is no JSON list.`)
        if (depth === 0) state = 'in'
        if (depth === 1) [from, begin] = [at, line]
        depth++
      } else if (sign === '}' || sign === ']') {
        depth--
        if (depth === 1) {
          yield { line: begin, ...parsed(element + text.slice(Math.max(from, 0), at + 1)) }
          element = ''
          from = -1
        }
        if (depth === 0) state = 'after'
        if (depth < 0) throw new SourceError(`${name} is no JSON list.`)
      } else if (depth < 2 && sign?.trim() && sign !== ',' && sign !== '\ufeff')
        throw new SourceError(`${name} is damaged in line ${line}.`)
    }
    if (depth > 1) element += text.slice(Math.max(from, 0))
    if (element.length > longest) throw new SourceError(`${name} has a record of more than 20 MB in line ${begin}.`)
  }
  if (state !== 'after') throw new SourceError(`${name} ends in the middle, in line ${line}.`)
}

function parsed(text: string): { value?: unknown } {
  try {
    return { value: parseBounded(Buffer.from(text), bounds) }
  } catch {
    return {}
  }
}
