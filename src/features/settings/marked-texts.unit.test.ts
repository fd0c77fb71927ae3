import { expect, test } from 'vitest'
import { markTexts, withNamedTexts } from './settings.server.ts'

const { title = '', year } = markTexts({ title: 'Clouds &amp; more', year: '' })

test('a marked text is in an element with its name, wherever it is within a sentence', () => {
  const html = withNamedTexts(`<html><body class="a"><h1>${title}</h1><p>It says: ${title}. Yes.</p></body></html>`)
  const named = '<span data-setting="title">Clouds &amp; more</span>'
  expect(html).toBe(`<html><body class="a"><h1>${named}</h1><p>It says: ${named}. Yes.</p></body></html>`)
})

test('attributes and the head have the text without its mark, and an empty text has none', () => {
  const html = withNamedTexts(
    `<html><head><title>${title}</title></head><body><img alt="A, ${title}">${year}</body></html>`,
  )
  const text = 'Clouds &amp; more'
  expect(html).toBe(`<html><head><title>${text}</title></head><body><img alt="A, ${text}"></body></html>`)
})
