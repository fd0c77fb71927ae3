import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { describeIssue } from '#server/http/route.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import type { StoredSection } from './pages.contract.ts'
import { kindOf, sectionKinds } from './sections/all.contract.ts'

type Issue = { path: string; message: string }

/**
 * The sections of a save as they are stored, without empty values. A section from a newer version of the program is accepted as it is stored.
 * @param sent what the call received
 * @param stored the sections of the page before, and of its unpublished changes
 * @throws HttpError 422 that names each field at fault: `sections.3.cards.0.title`
 */
export function checkSections(sent: StoredSection[], stored: StoredSection[] = []): StoredSection[] {
  const issues: Issue[] = []
  const sections = sent.map((section, at) => {
    const read = readSection(section)
    if (kindOf(section.kind)?.once && sent.findIndex(({ kind }) => kind === section.kind) < at)
      issues.push({ path: `sections.${at}.kind`, message: 'A page has at most one section of this kind' })
    if ('section' in read) return read.section
    if (stored.some((one) => isDeepStrictEqual(one, section))) return section
    issues.push(...read.issues.map(({ path, message }) => ({ path: `sections.${at}.${path}`, message })))
    return section
  })
  if (issues.length > 0)
    throw new HttpError(
      422,
      issues.length === 1 ? String(issues[0]?.message) : 'Please check the highlighted fields.',
      issues,
    )
  return sections
}

/** Whether this version of the program knows a section, with all its fields. */
export const isReadable = (section: StoredSection): boolean => 'section' in readSection(section)

/** Whether a newer version of the program made a section: its kind or one of its fields is unknown here. */
export const isFromNewer = (section: StoredSection): boolean => {
  const kind = kindOf(section.kind)
  const read = kind && z.safeParse(kind.contract, section)
  return !read || (read.error?.issues ?? []).some(({ code }) => code === 'unrecognized_keys')
}

/** A section as it is stored, or all that is wrong with it. */
export function readSection(section: StoredSection): { section: StoredSection } | { issues: Issue[] } {
  const kind = kindOf(section.kind)
  if (!kind) {
    const names = sectionKinds.map(({ kind }) => kind).join(', ')
    return { issues: [{ path: 'kind', message: `There is no section “${section.kind}”. There are ${names}.` }] }
  }
  const read = z.safeParse(kind.contract, section)
  if (!read.success) return { issues: read.error.issues.flatMap(issuesOf) }
  const filled = withoutEmpty(read.data) as StoredSection
  const problems = kind.check?.(filled) ?? []
  return problems.length > 0 ? { issues: problems } : { section: filled }
}

/** An unknown field is named by its own path. */
function issuesOf(issue: z.core.$ZodIssue): Issue[] {
  const { path, message } = describeIssue(issue)
  if (issue.code !== 'unrecognized_keys') return [{ path, message }]
  return issue.keys.map((key) => ({ path: path ? `${path}.${key}` : key, message: `There is no field "${key}"` }))
}

/** A value without the empty texts and lists in it, which are the same as none. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  const filled = Object.entries(value)
    .map(([name, one]) => [name, withoutEmpty(one)] as const)
    .filter(([, one]) => one !== undefined && one !== '' && !(Array.isArray(one) && one.length === 0))
  return Object.fromEntries(filled)
}
