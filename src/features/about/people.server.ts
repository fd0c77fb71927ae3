import * as z from 'zod/mini'
import { publicAuthors } from '#features/blog/blog.shared.server.ts'
import { activeInstructors } from '#features/courses/course/courses.shared.server.ts'
import { peopleOfAbout } from '#features/pages/sections/people.contract.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { enteredPeople, peopleList, type ShownPerson } from './about.contract.ts'

/** The most people that the page shows of each kind. */
const most = 24

// An optional field of a section takes any empty value, so the description of the API needs its type.
z.globalRegistry.add(peopleOfAbout.rule, z.toJSONSchema(peopleOfAbout.rule, { unrepresentable: 'any' }))

export const peopleRoutes = feature('People', async (app, { database, site }) => {
  route(app, 'GET /people', {
    access: 'public',
    cache: 'content',
    summary: 'List the authors of published posts and the instructors of active courses',
    description: '`entered` are the people of the settings of About, which shows them instead.',
    answer: peopleList,
    handler: async () => {
      const { company, own } = await site.now()
      const entered = enteredPeople.read(own?.['about']?.['people'])
      const [authors, instructors] = await Promise.all([
        publicAuthors(database, most),
        activeInstructors(database, most),
      ])
      const people = new Map<string, ShownPerson>()
      const add = (kind: ShownPerson['latest']['kind'], found: typeof authors) => {
        for (const { name, avatarUrl, bio, ...latest } of found) {
          const key = name.trim().toLowerCase()
          // Courses without an instructor are taught by the company (`instructorOrDefault`).
          if (people.has(key) || name === company.brand) continue
          const intro = firstSentence(bio)
          people.set(key, { name, avatarUrl: avatarUrl ?? undefined, intro, latest: { kind, ...latest } })
        }
      }
      add('post', authors)
      add('course', instructors)
      return { people: [...people.values()], ...(entered.length > 0 && { entered }) }
    },
  })
})

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

const firstSentence = (bio: string) => {
  const [first] = sentences.segment(bio.trim())
  return first?.segment.trim() ?? ''
}
