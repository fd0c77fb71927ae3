import * as z from 'zod/mini'
import { cleanText, hasNoNul, requiredText } from '#contract/fields.ts'
import { slugOf } from '#contract/slugs.ts'

/** A topic that subscribers choose. The id is made of the first name, and stays when the topic is renamed. */
export type Topic = { id: string; name: string }

/** The settings of subscriptions as they are until staff change them. */
export const subscriptionDefaults = {
  topics: [
    { id: 'articles', name: 'Articles' },
    { id: 'course-dates', name: 'Course dates' },
  ] as Topic[],
  showTopics: false,
  welcome: false,
  welcomeSubject: 'Welcome to the newsletter of {brand}',
  welcomeText:
    'Thank you for subscribing.\n\nWe write when there is something worth reading. The links below this letter let you choose what you get, and unsubscribe.',
}

const mostTopics = 5
const longestId = 80

/** Files of addresses have these between the topics of a line. */
export const betweenTopics = /[,;|]/

const text = (label: string, most: number, lineEnd: '\n' | ' ') =>
  z.nullish(
    z.string(`${label} must be a text`).check(
      z.overwrite((value) => cleanText(value, lineEnd).trim()),
      z.maxLength(most, `${label} is too long (at most ${most} characters)`),
      hasNoNul,
    ),
  )

/** The topics, whether the sign-up shows them, and the letter to new subscribers. An empty text restores its default. */
export const subscriptionInput = z.object({
  topics: z.nullish(
    z
      .array(
        z.object({
          id: z.optional(
            z.string().check(z.maxLength(longestId), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'This is no id of a topic')),
          ),
          name: requiredText('Topic', 60).check(
            z.refine((name) => !betweenTopics.test(name), 'A topic has no comma, semicolon or bar'),
          ),
        }),
      )
      .check(
        z.refine(
          ({ length }) => length === 0 || (length >= 2 && length <= mostTopics),
          'Write two to five topics, or none',
        ),
        z.refine(
          (topics) => new Set(topics.map(({ name }) => name.toLowerCase())).size === topics.length,
          'Two topics have the same name',
        ),
      ),
  ),
  showTopics: z.nullish(z.boolean('Send true or false')),
  welcome: z.nullish(z.boolean('Send true or false')),
  welcomeSubject: text('Subject', 200, ' '),
  welcomeText: text('Text', 5_000, '\n'),
})

/** Topics with their ids: those given, or else made of the names. */
export function withIds(topics: { id?: string | undefined; name: string }[]): Topic[] {
  const given = new Set(topics.map(({ id }) => id))
  const used = new Set<string>()
  return topics.map(({ id, name }) => {
    // A letter may become several in a slug. There is room for a number after it.
    const first =
      slugOf(name)
        .slice(0, longestId - 10)
        .replace(/-$/, '') || 'topic'
    let chosen = id && !used.has(id) ? id : first
    for (let count = 2; chosen !== id && (used.has(chosen) || given.has(chosen)); count++) chosen = `${first}-${count}`
    used.add(chosen)
    return { id: chosen, name }
  })
}
