import type { Random } from '#ui/drawing/shapes.ts'
import { countOf, type Lane, ledger } from './kill-lanes.ts'

type Post = {
  word: string
  copy: string | null
  published: boolean
  place: 'nowhere' | 'site' | 'trash'
  revisions: number
  newest: Revision
}
type Revision = { kind: 'save' | 'copy' | 'publish' | 'unpublish'; live: boolean } | undefined
/** The state after a revision. Unpublished ones of one kind are merged, because one person makes them all. */
function withRevision(post: Post, newest: NonNullable<Revision>): Post {
  const folds = post.newest !== undefined && !post.newest.live && post.newest.kind === newest.kind
  return { ...post, newest, revisions: post.revisions + (folds ? 0 : 1) }
}
const absent = ({ place }: Post) => place !== 'site'
type Stored = {
  _id: string
  title: string
  excerpt: string
  content: string
  published: boolean
  workingCopy?: { fields: { title: string; content: string } }
}

/** Two posts: saved, kept as working copies, published, withdrawn and published together, deleted and restored. */
export function postLane(name: string, random: Random): Lane {
  const start: Post = { word: '', copy: null, published: false, place: 'nowhere', revisions: 0, newest: undefined }
  const posts = ledger<[Post, Post]>([start, start])
  const ids = new Map<0 | 1, string>()
  const slug = (index: 0 | 1) => `${name}-${index}`
  let words = 0
  const body = (index: 0 | 1, word: string, published: boolean) => ({
    title: word,
    excerpt: word,
    content: word,
    slug: slug(index),
    category: 'Cloud',
    published,
    // Deleting a post whose notification was not sent is a change of the post too.
    sendNotification: index === 0,
  })

  return {
    async act(call) {
      const all = posts.now()
      const index = random.pick<0 | 1>([0, 1])
      const [post, word, at] = [all[index], `${name} ${++words}`, `/api/blogs/${ids.get(index)}`]
      const to = (change: Partial<Post>, kind?: NonNullable<Revision>['kind'], live = post.published) => {
        const changed = { ...post, ...change }
        return all.with(index, kind ? withRevision(changed, { kind, live }) : changed) as [Post, Post]
      }
      if (post.place === 'nowhere') {
        const published = random.chance(70)
        const made = to({ word, published, place: 'site' }, published ? 'publish' : 'save', published)
        return void ids.set(
          index,
          (await posts.to(made, () => call<Stored>('POST', '/api/blogs', body(index, word, published))))._id,
        )
      }
      if (post.place === 'trash')
        return posts.to(to({ place: 'site' }), () => call('POST', `/api/trash/blogs/${ids.get(index)}/restore`))
      if (post.copy !== null)
        return random.chance(70)
          ? posts.to(to({ word: post.copy, copy: null }, 'save'), () =>
              call('PUT', `${at}?workingCopy=publish`, body(index, post.copy ?? '', true)),
            )
          : posts.to(to({ copy: null }), () => call('DELETE', `${at}/working-copy`))
      if (index === 1 && random.chance(20)) return posts.to(to({ place: 'trash' }), () => call('DELETE', at))
      if (random.chance(25) && all.every((one) => one.place === 'site' && one.copy === null)) {
        const published = !post.published
        const kind = published ? 'publish' : 'unpublish'
        const both = all.map((one) =>
          one.published === published ? one : withRevision({ ...one, published }, { kind, live: published }),
        ) as [Post, Post]
        const records = [...ids.values()].map((_id) => ({ _id }))
        return posts.to(both, () => call('POST', '/api/blogs/bulk', { action: kind, records }))
      }
      if (post.published && random.chance(50))
        return posts.to(to({ copy: word }, 'copy', false), () =>
          call('PUT', `${at}/working-copy`, body(index, word, true)),
        )
      return posts.to(to({ word }, 'save'), () => call('PUT', at, body(index, word, post.published)))
    },

    async check(call) {
      const { blogs } = await call<{ blogs: Stored[] }>('GET', `/api/blogs/adminblogs?limit=100&search=${name}`)
      const found = await Promise.all(
        ([0, 1] as const).map(async (index) => {
          const listed = blogs.find((post) => 'slug' in post && post.slug === slug(index))
          if (!listed) return 'absent'
          ids.set(index, listed._id)
          const post = await call<Stored>('GET', `/api/blogs/id/${listed._id}`)
          const { revisions } = await call<{ revisions: { version: number }[] }>(
            'GET',
            `/api/blogs/${listed._id}/revisions?limit=200`,
          )
          const [word, copy] = [[post.title, post.excerpt, post.content], post.workingCopy?.fields]
          return {
            word: new Set(word).size === 1 ? post.title : word,
            copy: copy ? (copy.title === copy.content ? copy.title : copy) : null,
            published: post.published,
            revisions: countOf(revisions),
          }
        }),
      )
      return posts.settle(found, (state) =>
        state.map((post) =>
          absent(post)
            ? 'absent'
            : { word: post.word, copy: post.copy, published: post.published, revisions: post.revisions },
        ),
      )
    },
  }
}
