import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { describeIssue } from '#server/http/route.ts'
import { HttpError, summaryOf } from '#server/runtime/http-error.ts'
import type { StoredSection } from './pages.contract.ts'
import { withoutBlank } from './section-values.ts'
import { kindOf, sectionKinds } from './sections/all.contract.ts'

type Issue = { path: string; message: string }

/**
 * The sections of a save as they are stored, without empty values. A section from a newer version of the program is accepted as it is stored.
 * @param sent what the call received
 * @param former the sections that the page has or had, in its row, its unpublished changes and its history; read one after the other while one is missing
 * @throws HttpError 422 that names each field at fault: `sections.3.cards.0.title`
 */
export async function checkSections(
  sent: StoredSection[],
  former: Iterable<StoredSection[]> | AsyncIterable<StoredSection[]> = [],
): Promise<StoredSection[]> {
  const read = sent.map(readSection)
  const unknown = new Set(sent.filter((_, at) => 'issues' in (read[at] ?? {})))
  if (unknown.size > 0)
    for await (const stored of former) {
      const kept = stored.map(withoutMedia)
      for (const section of unknown)
        if (kept.some((one) => isDeepStrictEqual(one, withoutMedia(section)))) unknown.delete(section)
      if (unknown.size === 0) break
    }
  const issues: Issue[] = []
  const sections = sent.map((section, at) => {
    const one = read[at]
    if (kindOf(section.kind)?.once && sent.findIndex(({ kind }) => kind === section.kind) < at)
      issues.push({ path: `sections.${at}.kind`, message: 'A page has at most one section of this kind' })
    if (one && 'section' in one) return one.section
    if (unknown.has(section))
      for (const { path, message } of one?.issues ?? []) issues.push({ path: `sections.${at}.${path}`, message })
    return section
  })
  if (issues.length > 0) throw new HttpError(422, summaryOf(issues), issues)
  return sections
}

/** A section without the addresses of the library, which may name another picture or file in place of one that was replaced. */
const withoutMedia = (section: StoredSection): unknown =>
  JSON.parse(JSON.stringify(section).replaceAll(/\/(?:media|files)\/[\w./-]+/g, ''))

/** Whether this version of the program knows a section, with all its fields. */
export const isReadable = (section: StoredSection): boolean => 'section' in readSection(section)

/** A section as it is stored, or all that is wrong with it. */
export function readSection(section: StoredSection): { section: StoredSection } | { issues: Issue[] } {
  const kind = kindOf(section.kind)
  if (!kind) {
    const names = sectionKinds.map(({ kind }) => kind).join(', ')
    return { issues: [{ path: 'kind', message: `There is no section “${section.kind}”. There are ${names}.` }] }
  }
  const read = z.safeParse(kind.contract, section)
  if (!read.success) return { issues: read.error.issues.flatMap(issuesOf) }
  const filled = withoutBlank(read.data) as StoredSection
  const problems = kind.check?.(filled) ?? []
  return problems.length > 0 ? { issues: problems } : { section: filled }
}

/** An unknown field is named by its own path. */
function issuesOf(issue: z.core.$ZodIssue): Issue[] {
  const { path, message } = describeIssue(issue)
  if (issue.code !== 'unrecognized_keys') return [{ path, message }]
  return issue.keys.map((key) => ({ path: path ? `${path}.${key}` : key, message: `There is no field "${key}"` }))
}
