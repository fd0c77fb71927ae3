import type { Random } from '#ui/drawing/seed.ts'
import { type Lane, ledger } from './kill-lanes.ts'

type Post = {
  word: string
  copy: string | null
  published: boolean
  place: 'nowhere' | 'site' | 'trash'
  revisions: number
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
  const start: Post = { word: '', copy: null, published: false, place: 'nowhere', revisions: 0 }
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
    sendNotification: true,
  })

  return {
    async act(call) {
      const all = posts.now()
      const index = random.pick<0 | 1>([0, 1])
      const [post, word, at] = [all[index], `${name} ${++words}`, `/api/blogs/${ids.get(index)}`]
      const to = (change: Partial<Post>, revisions = 1) =>
        all.with(index, { ...post, ...change, revisions: post.revisions + revisions }) as [Post, Post]
      const save = { word, copy: null }
      if (post.place === 'nowhere') {
        const published = random.chance(70)
        const send = () => call<Stored>('POST', '/api/blogs', body(index, word, published))
        ids.set(index, (await posts.to(to({ ...save, published, place: 'site' }), send))._id)
        return
      }
      if (post.place === 'trash')
        return posts.to(to({ place: 'site' }, 0), () => call('POST', `/api/trash/blogs/${ids.get(index)}/restore`))
      if (post.copy !== null)
        return random.chance(70)
          ? posts.to(to({ word: post.copy, copy: null }), () =>
              call('PUT', `${at}?workingCopy=publish`, body(index, post.copy ?? '', true)),
            )
          : posts.to(to({ copy: null }, 0), () => call('DELETE', `${at}/working-copy`))
      if (random.chance(12)) return posts.to(to({ place: 'trash' }, 0), () => call('DELETE', at))
      if (random.chance(25) && all.every((one) => one.place === 'site' && one.copy === null)) {
        const published = !post.published
        const both = all.map((one) => ({
          ...one,
          published,
          revisions: one.revisions + (one.published === published ? 0 : 1),
        })) as [Post, Post]
        const records = [...ids.values()].map((_id) => ({ _id }))
        return posts.to(both, () =>
          call('POST', '/api/blogs/bulk', { action: published ? 'publish' : 'unpublish', records }),
        )
      }
      if (post.published && random.chance(50))
        return posts.to(to({ copy: word }), () => call('PUT', `${at}/working-copy`, body(index, word, true)))
      return posts.to(to({ word }), () => call('PUT', at, body(index, word, post.published)))
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
            revisions:
              revisions.map(({ version }) => version).join() === revisions.map((_, at) => revisions.length - at).join()
                ? revisions.length
                : revisions,
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
