import type { Place } from '#admin/shell/finder/places.ts'
import { type Company, withDetails } from '#contract/company.ts'
import { may, type Role } from '#contract/roles.ts'
import type { Group } from '#contract/settings.ts'
import { groups } from './settings.contract.ts'

const groupsFor = (role: Role) =>
  Object.values(groups).filter(({ access, isElsewhere }) => !isElsewhere && may(role, access))

export const groupsOf = (section: string | undefined, role: Role) =>
  groupsFor(role).filter((group) => group.section === section)

/** The section whose groups are named like their pages. */
const withPage = new Set(['Texts', 'Pages'])

/** A name within another, except one with capitals of its own, such as LinkedIn. */
const lowered = (name: string) => (/^.\P{Lu}*$/u.test(name) ? name.toLowerCase() : name)

/** The groups that a role may change and their fields, as places that a search leads to. */
export const settingsPlaces = (role: Role): Place[] =>
  groupsFor(role).flatMap((group) => {
    const { id, title, lead, section, panels } = group
    const pageName = section !== undefined && withPage.has(section) ? `${title} page` : title
    return [
      {
        to: `/admin/settings/${id}`,
        label: title,
        kind: 'settings',
        page: id,
        // The lead of a legal document lists the placeholders for all details.
        words: section === 'Legal' ? undefined : () => lead,
      },
      ...Object.entries(panels).flatMap(([panel, fields]) =>
        Object.entries(fields).map(([name, { label, hint = '' }]) => ({
          to: `/admin/settings/${id}?${fieldParameter}=${name}`,
          label,
          page: id,
          fullLabel: `${pageName}: ${panel === title ? '' : `${lowered(panel)} `}${lowered(label)}`,
          kind: panel === title ? `${title} settings` : `${title} settings: ${panel}`,
          words: (company: Company) => `${currentText(group, name, company)} ${hint}`.trim(),
        })),
      ),
    ]
  })

/** The parameter of a group's address that names the field to focus. */
export const fieldParameter = 'field'

/** The text of a setting as the site shows it; '' for those that the browser does not know, such as legal documents. */
function currentText({ id, settings }: Group, field: string, company: Company): string {
  const { address, social, words } = company
  const details: Record<string, unknown> = { company: { ...company, ...address }, footer: social }[id] ?? {}
  const { isWord, standard } = settings[field] ?? {}
  const text = isWord ? (words?.[id]?.[field] ?? standard) : details[field]
  return typeof text === 'string' ? withDetails(text, company) : ''
}
