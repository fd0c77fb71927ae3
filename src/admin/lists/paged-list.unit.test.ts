import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { emptyList } from './paged-list.tsx'

const shown = (filters: Record<string, string>) => renderToStaticMarkup(emptyList('contacts', filters, () => {}))

test('an empty list says whether a search, a filter or nothing hides its records', () => {
  expect(shown({ search: 'zzz', status: 'spam' })).toContain('>Clear search</button>')
  expect(shown({ search: '', status: 'spam' })).toContain('>Show all contacts</button>')
  expect(shown({ search: '', status: 'spam' })).not.toContain('search')
  expect(shown({ search: '', status: '' })).toContain('No contacts yet')
  expect(shown({ search: '', status: '' })).not.toContain('button')
})
