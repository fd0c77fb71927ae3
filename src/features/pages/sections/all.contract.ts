import * as z from 'zod/mini'
import { kind as action } from './action.contract.ts'
import { kind as articles } from './articles.contract.ts'
import { kind as cards } from './cards.contract.ts'
import { kind as cases } from './cases.contract.ts'
import { kind as courses } from './courses.contract.ts'
import { kind as event } from './event.contract.ts'
import { kind as files } from './files.contract.ts'
import { kind as form } from './form.contract.ts'
import { kind as gallery } from './gallery.contract.ts'
import { kind as logos } from './logos.contract.ts'
import { kind as numbers } from './numbers.contract.ts'
import { kind as opening } from './opening.contract.ts'
import { kind as people } from './people.contract.ts'
import { kind as picture } from './picture.contract.ts'
import { kind as questions } from './questions.contract.ts'
import type { SectionKind } from './section.contract.ts'
import { kind as steps } from './steps.contract.ts'
import { kind as testimonial } from './testimonial.contract.ts'
import { kind as text } from './text.contract.ts'
import { kind as video } from './video.contract.ts'

/** Every kind of section, in the order of the picker. A new kind adds its line here and in `drawn.ts`. */
const kinds = [
  opening,
  text,
  cards,
  numbers,
  picture,
  gallery,
  video,
  testimonial,
  cases,
  questions,
  courses,
  articles,
  people,
  logos,
  steps,
  files,
  event,
  form,
  action,
] as const

export const sectionKinds: readonly SectionKind[] = kinds

const byKind = new Map<string, SectionKind>(sectionKinds.map((one) => [one.kind, one]))

export const kindOf = (kind: string): SectionKind | undefined => byKind.get(kind)

type ShownOf<Kinds extends readonly { shown: unknown }[]> = { [At in keyof Kinds]: Kinds[At]['shown'] }

/** A section of any kind as pages show it. */
export const shownSection = z.discriminatedUnion(
  'kind',
  kinds.map(({ shown }) => shown) as unknown as ShownOf<typeof kinds>,
)
export type ShownSection = z.infer<typeof shownSection>

/** The values of a section of any kind, as a form sends them. */
export type TypedSection = z.input<(typeof kinds)[number]['contract']>
