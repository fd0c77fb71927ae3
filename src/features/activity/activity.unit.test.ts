import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ActivityDetails, fieldLabel } from './activity.admin.tsx'
import type { ActivityEntry } from './activity.contract.ts'

test.each([
  ['title', 'Title'],
  ['discountedPrice', 'Discounted price'],
  ['imageUrl', 'Image'],
  ['authorId', 'Author'],
  ['imageAlt', 'Alternative text'],
])('the log shows %s as %s', (field, label) => {
  expect(fieldLabel(field)).toBe(label)
})

const entry: ActivityEntry = {
  _id: 'e1',
  at: '2026-03-01T10:00:00.000Z',
  lastAt: '2026-03-01T10:00:00.000Z',
  count: 1,
  kind: 'create',
  what: 'Created blog post “Rivers”',
  recordName: 'Rivers',
}
const markup = (more: Partial<ActivityEntry>) => {
  const details = createElement(ActivityDetails, { entry: { ...entry, ...more } })
  return renderToStaticMarkup(details)
}

test('an entry is a link to all activity of its record, and only a refusal has a badge', () => {
  expect(markup({ entity: 'blogs', recordId: 'r1' })).toContain('href="/admin/activity?entity=blogs&amp;record=r1"')
  expect(markup({})).not.toContain('href')
  expect(markup({})).not.toContain('Refused')
  expect(markup({ kind: 'refusal' })).toContain('Refused')
})
