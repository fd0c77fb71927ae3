import * as z from 'zod/mini'
import { requiredText } from '#contract/fields.ts'
import { flag, group, setting, text } from '#contract/settings.ts'
import { slugOf } from '#contract/slugs.ts'

/** A topic that subscribers choose. The id is made of the first name, and stays when the topic is renamed. */
export type Topic = { id: string; name: string }

const mostTopics = 5
const longestId = 80

/** Files of addresses have these between the topics of a line. */
export const betweenTopics = /[,;|]/

function withIds(topics: { id?: string | undefined; name: string }[]): Topic[] {
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

/** The topics, whether the sign-up shows them, and the welcome email. An empty text restores its default. */
export const subscriptionSettings = group('subscriptions', {
  title: 'Newsletter',
  lead: 'The topics that subscribers can choose, and the welcome email.',
  access: 'writeSite',
  pages: [['/newsletter', 'Newsletter']],
  panels: {
    'Email preferences': {
      topics: setting<Topic[]>('Topics', {
        standard: [
          { id: 'articles', name: 'Articles' },
          { id: 'course-dates', name: 'Course dates' },
        ],
        control: 'topics',
        hint: 'Two to five, or none. Subscribers whose only topic you delete receive every newsletter.',
        rule: z.nullish(
          z
            .array(
              z.object({
                id: z.optional(
                  z
                    .string()
                    .check(
                      z.maxLength(longestId),
                      z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'This is not the id of a topic'),
                    ),
                ),
                name: requiredText('Topic', 60).check(
                  z.refine((name) => !betweenTopics.test(name), 'A topic cannot contain commas, semicolons or bars'),
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
              z.overwrite(withIds),
            ),
        ),
      }),
      showTopics: flag('Show topics in the sign-up form', { standard: false }),
    },
    'Welcome email': {
      welcome: flag('Send a welcome email', {
        standard: false,
        hint: 'Sent once, when a subscription is confirmed. Imported subscribers receive it only if you ask them to confirm.',
      }),
      welcomeSubject: text('Subject', { standard: 'Welcome to the {brand} newsletter' }),
      welcomeText: text('Text', {
        standard:
          'Thank you for subscribing.\n\nWe write when there is something worth reading. You can change your email preferences or unsubscribe at any time: both links are at the end of every email.',
        control: 'lines',
        max: 5_000,
        hint: 'A blank line starts a new paragraph.',
      }),
    },
  },
})
