import {
  checkLine,
  checkText,
  type FoundLink,
  linksAsText,
  linksIn,
  longTitle,
  pictureAt,
  useChecks,
  useDeadLinks,
  type WritingCheck,
} from '#admin/checks/use-checks.ts'
import { useRenderedTexts } from '#admin/preview/rendered.tsx'
import { type FoundProblems, useProblems } from '#admin/search-appearance/pre-publish-check.tsx'
import { isLinkTarget } from '#contract/addresses.ts'
import type { LinkCardInput } from '#contract/link-card.ts'
import { parseRecordUrl } from '#contract/record-links.ts'
import type { PageValues } from './page-resource.admin.ts'
import { formIn } from './pages.contract.ts'
import { altOf, nameOfSection, newerVersion, placeOfSection, type SectionValue, valuesOf } from './section-words.ts'
import { kindOf } from './sections/all.contract.ts'

type Typed = Pick<PageValues, 'title' | 'path' | 'sections'>
type Value = SectionValue & { place: string; within: string }

/** Longer addresses are hard to say and to print. */
const longestPath = 60

/** All values of a page, with the name of their section for messages and their field in the form. */
const allValues = (sections: Typed['sections']): Value[] =>
  sections.flatMap((section, at) =>
    valuesOf(section).map((one) => ({
      ...one,
      place: placeOfSection(section, at),
      within: `sections.${at}.${one.path}`,
    })),
  )

const textsIn = (sections: Typed['sections']) => allValues(sections).filter(({ field }) => field.control === 'rich')

/** Links of buttons, cards and the like, in the order of the page. */
const targetsIn = (sections: Typed['sections']) =>
  allValues(sections).filter(({ field, value }) => field.control === 'target' && isLinkTarget(String(value)))

/** The links outside texts as one text, so that the server says where each leads. Its links have their order. */
const targetsAsText = (sections: Typed['sections']) =>
  linksAsText(targetsIn(sections).map(({ value }) => String(value)))

export type RenderedSections = {
  /** Those of the texts, in their order. */
  texts: { html: string; missingPictures: number }[]
  /** That of the other links. */
  targets: string
}

/** The possible problems of a page before it becomes public. They prevent nothing. */
export function checkPage({ title, path, sections }: Typed, { texts, targets }: RenderedSections): WritingCheck[] {
  const links = targetsIn(sections)
  const unseen = checkText({ html: targets, content: '', missingPictures: 0 }).flatMap(({ text, place }) => {
    const link = place && 'element' in place && place.element === 'a' ? links[place.index] : undefined
    return link ? [{ text: `${link.place}: ${text}`, place: { field: link.within } }] : []
  })
  return [
    ...(title.trim() === '' ? [{ text: 'The page has no title.', place: { field: 'title' } }] : longTitle(title)),
    ...checkLine('title', title),
    ...(path.length > longestPath
      ? [
          {
            text: `The path has ${path.length} characters; a shorter one is easier to share.`,
            place: { field: 'path' },
          },
        ]
      : []),
    ...openingsOf(sections),
    ...sections.flatMap((section, at) =>
      kindOf(section.kind)
        ? []
        : [{ text: `Section ${at + 1}: ${newerVersion}. Visitors do not see it.`, place: { field: `sections.${at}` } }],
    ),
    ...allValues(sections).flatMap((one) => [...leftIn(one), ...withoutAlt(one), ...withoutForm(one, sections)]),
    ...textsIn(sections).flatMap(({ place, within, value }, index) =>
      checkText({ html: '', missingPictures: 0, ...texts[index], content: String(value) }).map((check) => ({
        ...check,
        text: `${place}: ${check.text}`,
        place: check.place && 'element' in check.place ? { ...check.place, within } : { field: within },
      })),
    ),
    ...unseen,
  ]
}

/** The title of the opening is the first heading of the page, so a page has one of them. */
function openingsOf(sections: Typed['sections']): WritingCheck[] {
  const openings = sections.flatMap(({ kind }, at) => (kind === 'opening' ? [at] : []))
  if (sections.length > 0 && openings.length === 0)
    return [{ text: 'The page has no opening. It begins with its title and no picture.', place: { field: 'sections' } }]
  return openings.slice(1).map((at) => ({
    text: `Section ${at + 1}, ${nameOfSection({ kind: 'opening' })}: the page has more than one opening.`,
    place: { field: `sections.${at}` },
  }))
}

const leftIn = ({ field, label, value, place, within }: Value): WritingCheck[] =>
  field.control === 'text' || field.control === 'lines'
    ? checkLine(label.replace(/.*: /, '').toLowerCase(), String(value)).map(({ text }) => ({
        text: `${place}: ${text}`,
        place: { field: within },
      }))
    : []

/** A picture whose alternative text has a field of its own. Other pictures, such as those of people, have a name next to them. */
function withoutAlt({ field, label, path, value, row, fields, place, within }: Value): WritingCheck[] {
  const name = path.replace(/.*\./, '')
  const alt = altOf(name)
  if (field.control !== 'picture' || alt === name || !(alt in fields) || String(row[alt] ?? '').trim() !== '') return []
  const text = `${place}: ${label} has no alternative text.`
  return [{ text, place: { field: within.replace(/[^.]*$/, alt) }, ...pictureAt(String(value)) }]
}

const withoutForm = ({ field, value, place, within }: Value, sections: Typed['sections']): WritingCheck[] =>
  field.control === 'target' && value === '#form' && !formIn(sections)
    ? [{ text: `${place}: a link leads to the form, but the page has none.`, place: { field: within } }]
    : []

/** The links of the texts and of all other fields. */
export function linksOf({ sections, texts }: { sections: Typed['sections']; texts: string[] }): FoundLink[] {
  const others = targetsIn(sections).map(({ value, place, within }) => ({
    href: String(value).replace(/#.*$/, ''),
    place: { field: within },
    before: `${place}: `,
  }))
  return [
    ...textsIn(sections).flatMap(({ place, within }, text) =>
      linksIn(texts[text] ?? '').map(({ href, index }) => ({
        href,
        place: { element: 'a' as const, index, within },
        before: `${place}: `,
      })),
    ),
    // The server says at its section why a link to a record leads nowhere.
    ...others.filter(({ href }) => /^(https?:|\/)/.test(href) && !parseRecordUrl(href)),
  ]
}

/**
 * The check before publishing, as `PrePublishCheck` shows it. A problem names its section, and its place is the field: `sections.3.cards.0.imageAlt`.
 * @param card the drawn link preview of the page, if it has one
 */
export function usePageCheck({ title, path, sections }: Typed, card: LinkCardInput | null = null): FoundProblems {
  const sources = textsIn(sections).map(({ value }) => String(value))
  const renderings = useRenderedTexts([...sources, targetsAsText(sections)], 1)
  const texts = renderings.map(({ rendered }) => ({
    html: rendered?.html ?? '',
    missingPictures: rendered?.missingPictures ?? 0,
  }))
  const targets = texts.pop()?.html ?? ''
  const checks = useChecks({ title, path, sections, texts, targets }, (typed) => checkPage(typed, typed))
  const links = useDeadLinks({ sections, texts: texts.map(({ html }) => html) }, linksOf)
  return {
    ...useProblems({ checks, links, renderings, card, others: [] }),
    isEmpty: title.trim() === '' && sections.length === 0,
    html: [...texts.map(({ html }) => html), targets].join('\n'),
  }
}
