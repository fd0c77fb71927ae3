import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { checkPage } from './page-checks.admin.ts'
import { pageTemplates, valuesOfTemplate } from './page-templates.ts'
import { pagePath } from './pages.contract.ts'
import { problemsOf } from './section-values.ts'
import { valuesOf } from './section-words.ts'

const company = { brand: 'Acme Cloud', tagline: 'Cloud for startups', email: 'info@example.com' }

/** The values that only a person can choose. */
const chosen: Record<string, Record<string, string>> = {
  event: { 'sections.1.startsAt': '2027-01-20T04:30:00Z', 'sections.1.endsAt': '2027-01-20T06:30:00Z' },
  press: { 'sections.2.files.0.fileUrl': `/files/${'ab'.repeat(16)}/logo.pdf`, 'sections.2.files.0.title': 'Logo' },
}

describe.each(Object.entries(pageTemplates))('the template %s', (name, template) => {
  const page = valuesOfTemplate(template, company)
  const isBlank = page.sections.length === 0
  const problems = () =>
    page.sections.flatMap((section, at) => problemsOf(section).map(({ path }) => `sections.${at}.${path}`))

  test('lacks only what a person must choose', () => {
    expect(problems()).toEqual(Object.keys(chosen[name] ?? {}))
    for (const [path, value] of Object.entries(chosen[name] ?? {})) {
      const parts = path.split('.')
      const last = parts.pop() ?? ''
      const holder = parts.reduce<Record<string, unknown>>((of, part) => of[part] as Record<string, unknown>, page)
      holder[last] = value
    }
    expect(problems()).toEqual([])
    expect(isBlank || z.safeParse(pagePath(), page.path).success).toBe(true)
  })

  test('passes the checks before publishing', () => {
    const texts = page.sections.filter(({ kind }) => kind === 'text').map(() => ({ html: '', missingPictures: 0 }))
    const found = checkPage(page, { texts, targets: '' })
    expect(found).toEqual(isBlank ? [expect.objectContaining({ text: 'The page has no title.' })] : [])
    expect(page.sections.filter(({ kind }) => kind === 'opening')).toHaveLength(isBlank ? 0 : 1)
    expect(page.sections[0]?.kind).toBe(isBlank ? undefined : 'opening')
  })

  test('invents no number', () => {
    const words = page.sections
      .flatMap(valuesOf)
      .filter(({ field }) => ['text', 'lines', 'rich'].includes(field.control))
    expect(words.filter(({ value }) => /\d/.test(String(value)))).toEqual([])
  })
})
