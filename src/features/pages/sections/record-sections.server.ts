import { postContent } from '#features/blog/blog.shared.server.ts'
import { publicServices } from '#features/catalog/catalog.shared.server.ts'
import { activeCourses, firstCourses } from '#features/courses/course/courses.shared.server.ts'
import { coverFocus, toPosition } from '#media/server/media-uses.ts'
import { createContentCache } from '#server/database/content-version.ts'
import { isLive, presentRows } from '#server/database/lifecycle.ts'
import type { AppContext } from '#server/feature.ts'
import { withPublicId } from '#server/resource/resource.ts'
import { type kind as articlesKind, mostArticles } from './articles.contract.ts'
import type { kind as casesKind } from './cases.contract.ts'
import type { kind as coursesKind } from './courses.contract.ts'
import type { kind as questionsKind } from './questions.contract.ts'
import type { Resolver } from './resolver.server.ts'
import type { Stored } from './section.contract.ts'

type Shown = { _id: string; serviceIds?: string[] } & Record<string, unknown>
const lists = createContentCache<Shown[]>(10)

/** The records of an entity that visitors see, in their order. For those that staff write by hand, so that they are few. */
const liveRecords = ({ database, entities }: AppContext, name: string): Promise<Shown[]> =>
  lists(database, name, async () => {
    const entity = entities.find(({ table }) => table.name === name)
    if (!entity?.flag) throw new Error(`Sections cannot show ${name}`)
    const { table, flag } = entity
    const rows = await presentRows(database.db, table)
      .selectAll()
      .$if('imageUrl' in table.columns, (all) => all.select(coverFocus(table)))
      .where(isLive(table, flag, database.now()))
      .orderBy('order')
      .orderBy('id')
      .execute()
    return rows.map((row) => {
      const { imageFocus, ...record } = withPublicId(table.decode(row) as { id: string; imageFocus?: string })
      return { ...record, imageFocus: toPosition(imageFocus) }
    })
  })

/** Those of some records that are still there, in the order of the ids. */
function chosen<One extends { _id: string }>(all: One[], ids: string[]): One[] {
  const byId = new Map(all.map((one) => [one._id, one]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

/** A list under its name; undefined where it is empty, so that the section leaves the page. */
const ifAny = <Name extends string>(name: Name, list: unknown[]) => (list.length > 0 ? { [name]: list } : undefined)

/** Sections that name no testimonial show one after the other of those that no section names. */
const testimonial: Resolver = async ({ section, at, page, context }) => {
  const all = await liveRecords(context, 'testimonials')
  const others = page.sections.filter(({ kind }) => kind === section.kind)
  const named = new Set(others.map(({ testimonialId }) => testimonialId))
  const before = page.sections.slice(0, at).filter(({ kind, testimonialId }) => kind === section.kind && !testimonialId)
  const found = section['testimonialId']
    ? all.find(({ _id }) => _id === section['testimonialId'])
    : all.filter(({ _id }) => !named.has(_id))[before.length]
  return found && { testimonial: found }
}

const withoutChoice = 3

const cases: Resolver = async ({ section, context }) => {
  const { caseIds } = section as Stored<typeof casesKind>
  const all = await liveRecords(context, 'cases')
  const found = caseIds ? chosen(all, caseIds) : all.slice(0, withoutChoice)
  if (found.length === 0) return undefined
  const services = await servicesOf(context)
  return {
    cases: found.map((one) => ({ ...one, services: services.filter(({ _id }) => one.serviceIds?.includes(_id)) })),
  }
}

const services = createContentCache<Awaited<ReturnType<typeof publicServices>>>(1)
const servicesOf = ({ database }: AppContext) => services(database, '', () => publicServices(database))

const questions: Resolver = async ({ section, context }) => {
  const { questionIds } = section as Stored<typeof questionsKind>
  return questionIds ? ifAny('questions', chosen(await liveRecords(context, 'faqs'), questionIds)) : {}
}

const mostCourses = 6
type Courses = Awaited<ReturnType<typeof firstCourses>>
const courseLists = createContentCache<Courses>(50)

const courses: Resolver = async ({ section, context }) => {
  const { courseIds, category } = section as Stored<typeof coursesKind>
  const read = () => (courseIds ? activeCourses(context, courseIds) : firstCourses(context, category, mostCourses))
  return ifAny('courses', await courseLists(context.database, JSON.stringify([courseIds, category]), read))
}

const articleLists = createContentCache<Awaited<ReturnType<typeof postContent.listPage>>['items']>(10)

const articles: Resolver = async ({ section, context: { database } }) => {
  const { category, count } = section as Stored<typeof articlesKind>
  const read = async () => {
    const query = { limit: mostArticles, ...(category && { category }) }
    return (await postContent.listPage(database, query)).items
  }
  return ifAny('articles', (await articleLists(database, category ?? '', read)).slice(0, count))
}

/** The kinds that show records. Each reads a list once for each state of the content, not for each page. */
export const recordSections: Record<string, Resolver> = { testimonial, cases, questions, courses, articles }
