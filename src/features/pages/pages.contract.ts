import * as z from 'zod/mini'
import { requiredText, scheduleInput } from '#contract/fields.ts'
import { searchAppearance, searchAppearanceInput } from '#contract/search-appearance.ts'
import { previewInfo } from '#contract/unpublished.ts'
import { sectionKinds, shownSection } from './sections/all.contract.ts'

export const mostSections = 20

const segment = '[a-z0-9]+(?:-[a-z0-9]+)*'
const isPath = (value: string) => new RegExp(`^${segment}(?:/${segment})?$`).test(value)

/** The address of a page without its first slash: one or two parts of letters, digits and hyphens. A slash at either end is left out. */
export const pagePath = () =>
  z.string('Path is required').check(
    z.trim(),
    z.toLowerCase(),
    z.overwrite((value) => value.replace(/^\/+|\/+$/g, '')),
    z.minLength(1, 'Path is required'),
    z.maxLength(200, 'Path is too long (at most 200 characters)'),
    z.refine(
      (value) => value === '' || isPath(value),
      'Path may hold one or two parts of letters a to z, digits and hyphens: aws-for-banks or events/pune-2027',
    ),
  )

/** A section as it is stored. One from a newer version of the program has a kind or fields that this one does not know. */
const anySection = z.looseObject({ kind: z.string('kind is required') })
export type StoredSection = z.infer<typeof anySection>

/** One that a call sends. */
export const sentSection = z.looseObject({ kind: z.string('kind is required') })

/** The section to which `#form` leads: the first form, or that of an event; undefined where there is none. */
export const formIn = <Section extends { kind: string }>(sections: Section[]): Section | undefined =>
  sections.find(({ kind }) => kind === 'form') ?? sections.find(({ kind }) => kind === 'event')

const own = { title: z.string(), path: z.string(), listed: z.boolean() }

export const page = z.object({
  _id: z.string(),
  ...own,
  sections: z.array(anySection),
  active: z.boolean(),
  order: z.int(),
})
export type Page = z.infer<typeof page>

/** The calls validate each section by its kind, and name what is wrong by its place: `sections.3.cards.0.title`. */
export const pageInput = z.object({
  title: requiredText('Title', 200),
  path: pagePath(),
  sections: z.optional(
    z
      .array(sentSection, 'sections must be a list')
      .check(z.maxLength(mostSections, `At most ${mostSections} sections`))
      .register(z.globalRegistry, {
        description: `Each has a \`kind\` and the fields of that kind: ${sectionKinds.map(({ kind }) => `\`${kind}\``).join(', ')}.`,
      }),
  ),
  listed: z.optional(z.boolean('listed must be true or false')),
  active: z.optional(z.boolean('active must be true or false')),
  ...scheduleInput,
  ...searchAppearanceInput,
})

/** A page as visitors see it. Sections whose records are gone are left out; `at` is the place of each in the stored list. */
export const shownPage = z.object({
  _id: z.string(),
  ...own,
  sections: z.array(shownSection),
  updatedAt: z.string(),
  ...searchAppearance,
})
export type ShownPage = z.infer<typeof shownPage>

/** A page that is typed: none of it is complete. */
export const pagePreviewInput = z.object({
  _id: z.optional(z.string()),
  title: z.optional(z.string()),
  path: z.optional(z.string()),
  listed: z.optional(z.boolean()),
  sections: pageInput.shape.sections,
})

export const pagePreview = z.object({
  html: z.string(),
  problems: z.array(z.object({ path: z.string(), message: z.string() })),
})
export type PagePreview = z.infer<typeof pagePreview>

/** In a preview: a section that cannot be shown, with the reason. */
export type LackingSection = { kind: string; at: number; name: string; lacks: string }

/** A page as a preview link shows it, before it is public. */
export const previewedPage = z.object({ ...previewInfo, page: shownPage })
export type PreviewedPage = z.infer<typeof previewedPage>
