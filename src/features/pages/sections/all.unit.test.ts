import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { validSection } from '#testing/valid-section.ts'
import { sectionKinds } from './all.contract.ts'
import { drawnKinds } from './drawn.ts'
import type { Fields } from './fields.contract.ts'

/** Each field of a kind with the places of its values in a section: `cards.0.title`. */
const fieldsOf = (fields: Fields, before: string[] = []): { path: string[]; field: Fields[string] }[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const path = [...before, name]
    if (field.control === 'rows') return [{ path, field }, ...fieldsOf(field.fields, [...path, '0'])]
    if (field.control === 'group') return [{ path, field }, ...fieldsOf(field.fields, path)]
    return [{ path, field }]
  })

/** A copy of a section with another value at a place of it. */
function withValue(section: object, path: string[], value: unknown): object {
  const changed = structuredClone(section)
  const [name = '', ...around] = path.toReversed()
  let holder = changed as Record<string, unknown>
  for (const part of around.toReversed()) holder = holder[part] as Record<string, unknown>
  holder[name] = value
  return changed
}

const hostile = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:alert(1)',
  '//evil.test/',
  '/\\evil.test',
  'https:evil.test',
  'https://acme.example@evil.test/',
  'http://evil.test/',
  'blob:https://evil.test/1',
  'mailto:',
]

describe.each(sectionKinds.map((one) => [one.kind, one] as const))('%s', (kind, { words, fields, contract, check }) => {
  const all = fieldsOf(fields)
  const whole = validSection(kind, { largest: true, excluded: true })
  const paths = (section: object) => {
    const issues = z.safeParse(contract, section).error?.issues
    return issues && [...new Set(issues.map(({ path }) => path.join('.')))]
  }

  test('has words, a label for each field, and a drawing', () => {
    expect(words.name).toMatch(/^\p{Lu}/u)
    expect(words.about).toMatch(/^\p{Lu}.*\.$/u)
    for (const { field } of all) expect(field.label).toMatch(/^\p{Lu}/u)
    expect(drawnKinds).toHaveProperty(kind)
  })

  test.each(['', 'x'])('accepts the longest values %j', (one) => {
    const section = validSection(kind, { largest: true, words: (max) => (one || 'अ').repeat(max) })
    expect(z.safeParse(contract, section).error?.issues).toBeUndefined()
    expect(check?.(section) ?? []).toEqual([])
  })

  test('accepts what it requires alone', () => {
    const least = validSection(kind, { optional: false })
    expect(z.safeParse(contract, least).error?.issues).toBeUndefined()
  })

  test('refuses a field that it does not have', () => {
    const places = [
      '',
      ...all.flatMap(({ path, field }) =>
        field.control === 'rows' ? [`${path.join('.')}.0`] : field.control === 'group' ? [path.join('.')] : [],
      ),
    ]
    for (const place of places) {
      const path = place === '' ? ['colour'] : [...place.split('.'), 'colour']
      expect(paths(withValue(whole, path, 'red'))).toEqual([place])
    }
  })

  test('refuses texts that are too long, lists that are too long or too short, and fields that are missing', () => {
    for (const { path, field } of all) {
      const at = path.join('.')
      if (field.control === 'text' || field.control === 'lines')
        expect(paths(withValue(whole, path, 'x'.repeat(field.max + 1)))).toEqual([at])
      if (field.control === 'rows') {
        const row = validSection(kind, { excluded: true })
        const [one] = path.reduce<unknown>(
          (holder, name) => (holder as Record<string, unknown>)[name],
          row,
        ) as unknown[]
        expect(paths(withValue(whole, path, Array(field.most + 1).fill(one)))).toEqual([at])
        if (field.least > 1) expect(paths(withValue(whole, path, [one]))).toEqual([at])
      }
      const missing = paths(withValue(whole, path, undefined))
      expect(missing, at).toEqual(field.required ? [at] : undefined)
      if (field.control !== 'tick') expect(paths(withValue(whole, path, '')), at).toEqual(missing)
    }
  })

  test('refuses links and images that could run or mislead', () => {
    for (const { path, field } of all)
      if (['target', 'address', 'picture', 'file'].includes(field.control))
        for (const address of hostile) {
          if (field.control === 'picture' && /^http:/.test(address)) continue
          expect(paths(withValue(whole, path, address)), `${path.join('.')} ${address}`).toEqual([path.join('.')])
        }
  })
})
