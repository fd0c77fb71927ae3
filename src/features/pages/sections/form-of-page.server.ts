import type { AskedForm } from '#contract/own-fields.ts'
import { isReadable } from '../check-sections.server.ts'
import type { kind } from './form.contract.ts'
import type { PageColumns } from './resolver.server.ts'
import type { Stored } from './section.contract.ts'

type FormSection = Stored<typeof kind>

/**
 * The form of a page as visitors see it: the one at the position that they name. If the page has another order now, it is the only form on it.
 * @returns undefined where there is none
 */
export function formOfPage({ path, title, sections }: PageColumns, at: number | undefined): AskedForm | undefined {
  const isForm = (section: PageColumns['sections'][number] | undefined) =>
    section?.kind === 'form' && isReadable(section)
  const all = sections.filter(isForm)
  const named = at === undefined ? undefined : sections[at]
  const found = isForm(named) ? named : all.length === 1 ? all[0] : undefined
  if (!found) return undefined
  const { subject, fields = [], phone, company, thanks, thanksPath } = found as FormSection
  return { subject, fields, phone, company, thanks, thanksPath, path: `/${path}`, title }
}
