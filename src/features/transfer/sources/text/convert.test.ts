import { expect, test } from 'vitest'
import { SourceError } from '../../ground/source.ts'
import { convertText } from './convert.server.ts'

const { signal } = new AbortController()

test('converts texts in processes apart, and refuses with a sentence what is too much', async () => {
  const [html, markdown, deep, long] = await Promise.allSettled([
    convertText('wordpress', '<p>a <b>b</b> <a href="/c">c</a></p>', { site: 'https://old.example' }, signal),
    convertText('markdown', '* a', {}, signal),
    convertText('wordpress', '<div>'.repeat(100_000), {}, signal),
    convertText('markdown', 'word '.repeat(300_000), {}, signal),
  ])
  expect(html).toMatchObject({
    value: { content: 'a **b** [c](https://atrium.invalid/l/0/)', links: ['https://old.example/c'], begin: 'a b c' },
  })
  expect(markdown).toMatchObject({ value: { content: '* a' } })
  for (const refused of [deep, long]) {
    expect(refused).toHaveProperty('reason')
    expect((refused as PromiseRejectedResult).reason).toBeInstanceOf(SourceError)
    expect((refused as PromiseRejectedResult).reason.message).toMatch(/^The (?:elements of the )?text .*\.$/)
  }
})

test('stops when it is given up', async () => {
  const given = new AbortController()
  const conversion = convertText('wordpress', '<p>a</p>'.repeat(50_000), {}, given.signal)
  given.abort(new Error('given up'))
  await expect(conversion).rejects.toThrow('given up')
})
