import { expect, test } from 'vitest'
import { fieldLabel } from './activity-details.admin.tsx'

test.each([
  ['title', 'Title'],
  ['discountedPrice', 'Discounted price'],
  ['imageUrl', 'Image'],
  ['authorId', 'Author'],
  ['imageAlt', 'Alternative text'],
])('the log shows %s as %s', (field, label) => {
  expect(fieldLabel(field)).toBe(label)
})
