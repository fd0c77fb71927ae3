import { sluggedRows } from '#server/record/slugged.ts'
import { blogPastSlugs, blogs } from './blog.table.ts'
import { searchSource } from './blog-queries.server.ts'

export const {
  steps: postSteps,
  create: createPost,
  remove: erasePost,
  reindex: reindexPosts,
  findCurrentSlug,
  isGone,
} = sluggedRows({
  table: blogs,
  publicColumn: 'published',
  history: { table: blogPastSlugs, idColumn: 'blogId' },
  source: searchSource,
  toSearchable: ({ title, excerpt, category }, text) => ({ title, excerpt, category, body: text }),
})
