import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { adminPageQuery } from '#admin/api/admin-calls.ts'
import { StatusFilter } from './filter-buttons.tsx'
import { emptyList, ListScreen } from './list-screen.tsx'
import { usePagedList } from './list-state.ts'
import { statusOf } from './record-badges.tsx'

const shown = (filters: Record<string, string>) => renderToStaticMarkup(emptyList('contacts', filters, () => {}))

test('an empty list says whether a search, a filter or nothing hides its records', () => {
  expect(shown({ search: 'zzz', status: 'spam' })).toContain('>Clear search</button>')
  expect(shown({ search: '', status: 'spam' })).toContain('>Show all contacts</button>')
  expect(shown({ search: '', status: 'spam' })).not.toContain('search')
  expect(shown({ search: '', status: '' })).toContain('No contacts yet')
  expect(shown({ search: '', status: '' })).not.toContain('button')
})

test('a record whose last day has passed has ended, as one with an end', () => {
  const at = (more: object, today = '2031-05-02') => statusOf({ active: true, ...more }, today)
  expect([at({}), at({ active: false, closesOn: '2031-05-01' })]).toEqual(['active', 'inactive'])
  expect([at({ closesOn: '2031-05-01' }), at({ closesOn: '2031-05-02' })]).toEqual(['ended', 'active'])
  const soon = { publishAt: '2999-01-01T00:00:00.000Z', closesOn: '2031-05-01' }
  expect([at(soon), at({ unpublishAt: '2020-01-01T00:00:00.000Z' })]).toEqual(['scheduled', 'ended'])
})

type Note = { _id: string; text: string }

function Notes() {
  const list = usePagedList<Note>({ api: '/api/notes', filters: ['status', 'owner'], limit: 2 })
  const statuses = [
    { value: '', label: 'All' },
    { value: 'open', label: 'Open' },
    { value: 'lost', label: 'Lost', rare: true },
  ]
  const owners = [
    { value: '', label: 'Owned or not', asks: {} },
    { value: 'mine', label: 'Mine', asks: { owner: 'me' } },
  ]
  return (
    <ListScreen
      title="Notes"
      what="notes"
      list={list}
      filters={
        <>
          <StatusFilter list={list} statuses={statuses} />
          <StatusFilter label="Owner" list={list} statuses={owners} />
        </>
      }
      columns={[{ header: 'Text', cell: ({ text }) => text }]}
    />
  )
}

/** The screen at an address, after these answers of its calls. */
function open(search: string, answers: Record<string, { body: Note[]; total: number }>): string {
  const client = new QueryClient()
  for (const [path, answer] of Object.entries(answers))
    client.setQueryData(adminPageQuery<Note[]>(`/api/notes?${path}`).queryKey, answer)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/admin/notes${search}`]}>
        <Notes />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const note = { _id: '1', text: 'Ring Asha' }

test('a list shows its size, the counts of its states, the rows and the pager', () => {
  const page = open('?search=a&page=2', {
    'page=2&limit=2&search=a': { body: [note], total: 3 },
    'limit=1&search=a': { body: [], total: 3 },
    'limit=1&search=a&status=open': { body: [], total: 1 },
    'limit=1&search=a&status=lost': { body: [], total: 0 },
    'limit=1&search=a&owner=me': { body: [], total: 2 },
  })
  const text = page.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toContain('Notes 3')
  expect(text).toContain('All 3 Open 1')
  expect(text).not.toContain('Lost')
  expect(text).toContain('Owned or not Mine 2')
  expect(text).toContain('Ring Asha')
  expect(text).toContain('3–3 of 3')
  expect(page).toContain('placeholder="Search notes..."')
  expect(page).toContain('value="a"')
})

test('a list without rows says why, and one that is loading waits', () => {
  const empty = open('', { 'page=1&limit=2': { body: [], total: 0 } })
  expect(empty).toContain('No notes yet')
  // There is nothing to find, either.
  expect(empty).not.toMatch(/Search notes|Owned or not/)
  const narrowed = open('?status=open', { 'page=1&limit=2&status=open': { body: [], total: 0 } })
  expect(narrowed).toContain('Show all notes')
  expect(narrowed).toMatch(/Search notes.*Owned or not/s)
  expect(open('', {})).not.toContain('No notes')
})
