import * as z from 'zod/mini'
import { kind as cards } from './cards.contract.ts'
import { kind as form } from './form.contract.ts'
import { kind as opening } from './opening.contract.ts'
import type { SectionKind } from './section.contract.ts'
import { kind as text } from './text.contract.ts'

/** Every kind of section, in the order of the picker. A new kind adds its line here and in `drawn.ts`. */
const kinds = [opening, text, cards, form] as const

export const sectionKinds: readonly SectionKind[] = kinds

const byKind = new Map<string, SectionKind>(sectionKinds.map((one) => [one.kind, one]))

export const kindOf = (kind: string): SectionKind | undefined => byKind.get(kind)

/** A section of any kind as pages show it. */
export const shownSection = z.discriminatedUnion('kind', [opening.shown, text.shown, cards.shown, form.shown])
export type ShownSection = z.infer<typeof shownSection>
