import { withCurrentAddresses } from '#content/render/record-links.ts'
import type { AppContext } from '#server/feature.ts'
import { formIn, type StoredSection } from '../pages.contract.ts'
import { kindOf } from './all.contract.ts'
import type { Field, Fields } from './fields.contract.ts'

type Values = Record<string, unknown>
type Visit = (value: string, path: string, field: Field) => string | undefined

/**
 * The values of a section after `visit` has seen each text of a control. Of one for which it answers undefined, an optional value is left out, and
 * with a required one its row or group; undefined if that is the section itself.
 */
export function changeValues(
  section: StoredSection,
  control: Field['control'],
  visit: Visit,
): StoredSection | undefined {
  const fields = kindOf(section.kind)?.fields ?? {}
  return changed(fields, section, '', (field) => field.control === control, visit) as StoredSection | undefined
}

function changed(
  fields: Fields,
  values: Values,
  path: string,
  isMeant: (field: Field) => boolean,
  visit: Visit,
): Values | undefined {
  const result = { ...values }
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name]
    const at = `${path}${name}`
    if (typeof value === 'string' && isMeant(field)) {
      const next = visit(value, at, field)
      if (next === undefined && field.required) return undefined
      result[name] = next
    } else if ('fields' in field && value) {
      const inside = (one: unknown, at: string) => changed(field.fields, one as Values, `${at}.`, isMeant, visit)
      result[name] = Array.isArray(value)
        ? value.flatMap((one, place) => inside(one, `${at}.${place}`) ?? [])
        : inside(value, at)
    }
  }
  return result
}

export const toForm = '#form'

/** Finds the current addresses of the links in sections, all at once. Of one that leads nowhere there is none. */
export async function targetsOf(
  context: AppContext,
  sections: StoredSection[],
): Promise<(to: string) => string | undefined> {
  const links = new Set<string>()
  for (const section of sections)
    changeValues(section, 'target', (to) => {
      links.add(to)
      return to
    })
  const hasForm = formIn(sections) !== undefined
  const all = [...links].filter((to) => to !== toForm || hasForm).map((from) => ({ from, to: from }))
  const current = new Map((await withCurrentAddresses(context, all)).map(({ from, to }) => [from, to]))
  return (to) => current.get(to)
}
