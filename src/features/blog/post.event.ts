import { adminPath, eventKind, maybe, told } from '#server/hooks/event-kind.ts'
import { tellsPublication } from '#server/record/publication-events.ts'
import { blogs } from './blog.table.ts'

export const postPublished = eventKind({
  name: 'post.published',
  label: 'A post becomes public',
  group: 'Content',
  data: told.object(
    {
      _id: told.text('The id of the post.'),
      title: told.text('The title.'),
      slug: told.text('The last part of its address.'),
      excerpt: told.text('The summary.'),
      category: told.text('The category.'),
      author: maybe(told.text('The name of the author.')),
      publishedAt: maybe(told.time('When visitors first saw it: earlier than the event if it was public before.')),
      url: told.address('The page of the post.'),
      adminUrl: told.address('The form of the post in the back office.'),
    },
    'A post that visitors did not see is public now: published, at the time of its schedule, or back from the trash. A change of a public one, and an import, are no event.',
  ),
  example: {
    _id: '01938f35-4e21-7d90-a7b3-0c9f8e6d5a41',
    title: 'Moving forty servers without a night shift',
    slug: 'moving-forty-servers',
    excerpt: 'How a cooperative bank moved its servers to the cloud in working hours.',
    category: 'Cloud',
    author: 'Priya Nair',
    publishedAt: '2027-02-04T04:30:00.000Z',
    url: 'https://www.example.com/blog/moving-forty-servers',
    adminUrl: 'https://www.example.com/#/admin/blogs/edit/01938f35-4e21-7d90-a7b3-0c9f8e6d5a41',
  },
  line: ({ title }) => `New post: ${title}`,
  link: 'url',
})

tellsPublication(blogs, postPublished, async (trx, row) => {
  const { id: _id, title, slug, excerpt, category, publishedAt } = row
  const authors = trx.selectFrom('authorProfiles').select('name').where('id', '=', row.authorId)
  const author = (await authors.executeTakeFirst())?.name
  const addresses = { url: `/blog/${encodeURIComponent(slug)}`, adminUrl: adminPath(`blogs/edit/${_id}`) }
  return { data: { _id, title, slug, excerpt, category, author, publishedAt, ...addresses }, recordId: _id }
})
