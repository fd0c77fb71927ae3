import * as z from 'zod/mini'
import { person } from '#contract/fields.ts'
import { setting } from '#contract/settings.ts'
import { peopleOfAbout } from '#features/pages/sections/people.contract.ts'

/** The texts of About as shipped. A step's year is left out while it is empty. */
export const aboutWords = {
  title: 'Your Digital Partner in Cloud, Data Analytics & AI',
  lead: '{brand} is a small engineering studio in {city}. Startups come to us when the technology has to work and nobody is there yet to make it.',
  caption: 'Ten at one table. The marigold seat is yours.',
  usTitle: 'About Us',
  us1: '{brand} plans, builds and looks after the systems that young companies run on: the cloud they live in, the data they decide by, and the AI that takes work off their people.',
  us2: 'We work in small teams of seniors, next to yours, in your repository. You see every decision with its price. When we leave, the code is yours, it is documented, and one of your people can run it.',
  us3: 'Most of our clients are between their first customer and their hundredth employee. Some sit around the corner in {city}, and most we meet on a screen.',
  journeyTitle: 'Our Journey',
  step1Year: '2021',
  step1: 'The first table',
  step1Text:
    'Three engineers left product companies to do for many startups what they had done for one, and shared a desk to do it.',
  step2Year: '2023',
  step2: 'The first pattern',
  step2Text:
    'By the tenth project the same problems had names. We wrote the answers down; they became our tools, and then our courses.',
  step3Year: 'Today',
  step3: 'The team today',
  step3Text:
    'Cloud, data and machine learning sit in one room, and the people who design a system also take its first night calls.',
  missionTitle: 'Our Mission',
  mission:
    'To give a company of ten the engineering that used to take a company of a thousand, at a price it can explain to its investors.',
  actionTitle: 'Come and see how we work.',
  actionText: 'Our door is at {street}, {city}. Our inbox is closer.',
  action: 'Get in Touch',
}

/** A person who writes or teaches: the first sentence of the bio, and their newest public article or else their newest active course. */
const shownPerson = z.object({
  ...z.pick(person, { name: true, avatarUrl: true }).shape,
  intro: z.string(),
  latest: z.object({ kind: z.enum(['post', 'course']), title: z.string(), slug: z.string() }),
})
export type ShownPerson = z.infer<typeof shownPerson>

/** The people whom staff have entered, with the fields of the section of pages, in place of those who write and teach. */
export const enteredPeople = setting<z.output<typeof peopleOfAbout.rule>>(peopleOfAbout.label, {
  control: 'people',
  standard: [],
  mayBeEmpty: true,
  rule: z.nullish(peopleOfAbout.rule),
  // A restored backup may have others.
  read: (value) => z.safeParse(peopleOfAbout.rule, value).data ?? [],
})

export const peopleList = z.object({
  people: z.array(shownPerson),
  entered: z.optional(
    z.array(
      z.object({
        name: z.string(),
        role: z.string(),
        imageUrl: z.optional(z.string()),
        text: z.optional(z.string()),
      }),
    ),
  ),
})
