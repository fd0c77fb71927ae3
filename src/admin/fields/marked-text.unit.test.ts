import { expect, test } from 'vitest'
import { type Mark, markText } from './marked-text.ts'

/** The text and its selection in brackets, before and after. */
const marked = (typed: string, mark: Mark) => {
  const [before = '', selected = '', after = ''] = typed.split('|')
  const source = before + selected + after
  const { from, to, text, start, end } = markText(source, before.length, before.length + selected.length, mark)
  const result = source.slice(0, from) + text + source.slice(to)
  return `${result.slice(0, start)}|${result.slice(start, end)}|${result.slice(end)}`
}

test.each([
  ['call |us| now', 'bold', 'call **|us|** now'],
  ['call **|us|** now', 'bold', 'call |us| now'],
  ['call || now', 'bold', 'call **|bold text|** now'],
  ['see |our page|.', 'link', 'see [our page](|https://|).'],
  ['see ||', 'link', 'see [link text](|https://|)'],
  ['Hello\n|one\ntwo|\nbye', 'list', 'Hello\n- one\n- two||\nbye'],
  ['- one\n- t|w|o', 'list', '- one\ntwo||'],
  ['||', 'list', '- ||'],
] as const)('%s, %s', (typed, mark, shown) => expect(marked(typed, mark)).toBe(shown))
