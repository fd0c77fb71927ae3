import type { AppContext } from '#server/feature.ts'
import type { StoredSection } from '../pages.contract.ts'

export type PageColumns = {
  id: string
  title: string
  path: string
  sections: StoredSection[]
  renderedTexts?: Record<string, string> | undefined
  active?: boolean
}

/** A section of a page that is to be shown. `at` is its place in the stored list. */
export type ToResolve = { section: StoredSection; at: number; page: PageColumns; context: AppContext }

/**
 * What a section shows besides its fields, such as the records that it names. Undefined leaves the section out of the page, since nothing of it is
 * left that visitors may see.
 */
export type Resolver = (of: ToResolve) => Promise<object | undefined>
