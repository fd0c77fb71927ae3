import { adminPath, eventKind, told } from '#server/hooks/event-kind.ts'
import { pathTo } from '#server/record/entity.ts'
import { tellsPublication } from '#server/record/publication-events.ts'
import { pages } from './pages.table.ts'

export const pagePublished = eventKind({
  name: 'page.published',
  label: 'A page becomes public',
  group: 'Content',
  data: told.object(
    {
      _id: told.text('The id of the page.'),
      title: told.text('The title.'),
      path: told.text('The address without the site and the first slash.'),
      url: told.address('The page.'),
      adminUrl: told.address('The form of the page in the back office.'),
    },
    'A page that visitors did not see is public now: switched on, at the time of its schedule, or back from the trash. A change of a public one, and an import, are no event.',
  ),
  example: {
    _id: '01938f37-b8c4-7a63-9e12-7d3c5b2a1f80',
    title: 'Cloud day in Pune',
    path: 'events/cloud-day-pune',
    url: 'https://www.example.com/events/cloud-day-pune',
    adminUrl: 'https://www.example.com/#/admin/pages/edit/01938f37-b8c4-7a63-9e12-7d3c5b2a1f80',
  },
  line: ({ title }) => `New page: ${title}`,
  link: 'url',
})

tellsPublication(pages, pagePublished, async (_trx, { id: _id, title, path }) => ({
  data: { _id, title, path, url: pathTo('', path), adminUrl: adminPath(`pages/edit/${_id}`) },
  recordId: _id,
}))
