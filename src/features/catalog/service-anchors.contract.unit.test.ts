import { expect, test } from 'vitest'
import { withAnchors } from './service-anchors.contract.ts'

const service = (_id: string, title: string, category: 'Cloud' | 'Support' | 'Data Analytics') => ({
  _id,
  title,
  category,
  description: '',
  features: [],
  icon: 'Code',
  active: true,
  order: 0,
})

test('each service has an id that no other has, and the first of a category also the category’s', () => {
  const anchored = withAnchors([
    service('1', 'Cloud & Consulting', 'Cloud'),
    service('2', 'Cloud, Consulting', 'Cloud'),
    service('3', 'सहायता', 'Support'),
    service('4', 'Data Analytics', 'Data Analytics'),
  ])
  expect(anchored.map(({ id, alias }) => [id, alias])).toEqual([
    ['cloud-consulting', 'cloud'],
    ['service-2', undefined],
    ['service-3', 'support'],
    ['data-analytics', undefined],
  ])
})
