import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { nameRecord } from '#server/activity/log-calls.ts'
import type { Transaction } from '#server/database/connect.ts'
import { changeContent } from '#server/database/content-version.ts'
import type { Row } from '#server/database/table.ts'
import { feature } from '#server/feature.ts'
import { route } from '#server/http/route.ts'
import { staffOf } from '#server/identity/access.ts'
import { changeRecord, type Step } from '#server/record/change-record.ts'
import { asConflict, expectedVersion, ifMatch } from '#server/record/versions.ts'
import { revisionRoutes } from '#server/resource/revision-routes.ts'
import { rowResource } from '#server/resource/row-resource.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { siteSettings } from '#server/site-config/site-settings.table.ts'
import { serverRules } from './groups.server.ts'
import { groups, type SettingsGroup, settingsGroup, settingsPreview } from './settings.contract.ts'

const previewPath = z.enum(
  Object.values(groups).flatMap(({ hasAppearance, pages: [page] }) => (hasAppearance && page ? page[0] : [])),
)

/** The settings of the site, a record for each group. An unchanged group has version 0. */
export const settingsRoutes = feature('Settings', async (app, { config, database, site, renderPageWith }) => {
  app.resources.set(siteSettings.name, rowResource(database, siteSettings))

  const defaultsOf = async (id: string) => ({
    ...groups[id]?.standards,
    ...(await serverRules[id]?.defaults?.(config)),
  })

  const fixedOf = (id: string) => serverRules[id]?.fixed?.(config) ?? {}

  async function read(id: string): Promise<SettingsGroup> {
    const found = await database.db.selectFrom('siteSettings').selectAll().where('id', '=', id).executeTakeFirst()
    return shown(found ? siteSettings.decode(found) : unchanged(id))
  }

  const shown = async ({ id, fields, ...audit }: Row<typeof siteSettings>): Promise<SettingsGroup> => ({
    ...fields,
    ...audit,
    _id: id,
    defaults: await defaultsOf(id),
    fixed: fixedOf(id),
  })

  for (const group of Object.values(groups)) {
    const { id, title, access, input, pages, shows } = group
    const { prepare = asSent, check, confirm, step } = serverRules[id] ?? {}
    const settings = Object.entries(group.settings)
    const mayBeEmpty = settings.flatMap(([name, one]) => (one.mayBeEmpty ? name : []))
    const path = `/settings/${id}`
    const steps: Step<Row<typeof siteSettings>>[] = step ? [(trx, { after }) => step(trx, config, after.fields)] : []
    const label = `group ${id}`
    revisionRoutes(app, database, { label, table: siteSettings, path: '/settings', id, access })

    route(app, `GET ${path}`, {
      access,
      summary: `Get the settings: ${id}`,
      answer: settingsGroup,
      handler: () => read(id),
    })

    route(app, `PUT ${path}`, {
      access,
      ...(confirm && { confirm }),
      act: 'Change the settings',
      preValidation: app.storeEmbedded,
      summary: `Change the settings: ${id}`,
      description:
        'Omitted fields keep their values. Null restores the default, and so does the default itself: a group stores only what differs. With `If-Match: "<version>"`, the change is refused with 409 when the stored version is another one.',
      headers: ifMatch,
      input,
      answer: settingsGroup,
      errors: [409],
      handler: async (request) => {
        const actor = staffOf(request)
        nameRecord(request, title)
        const { publishAt, unpublishAt, ...sent } = request.body as SettingsInput
        check?.(sent, actor, config)
        const given = withoutDefaults(await prepare(sent), await defaultsOf(id))
        refuseFixed(given, fixedOf(id))
        const times = Object.fromEntries(
          Object.entries({ publishAt, unpublishAt }).filter(([name]) => name in (request.body as SettingsInput)),
        )
        const changes = (before: Row<typeof siteSettings>) => ({
          fields: merge(before.fields, given, mayBeEmpty),
          ...times,
        })
        const version = expectedVersion(request)
        const change = (trx: Transaction) =>
          changeRecord(trx, { table: siteSettings, id, steps }, actor, changes, { version })
        const changed = await changeContent(database, async (trx) => {
          const found = await change(trx)
          if (found) return found
          // The group has no row yet, unless another call makes one at this moment.
          const row = siteSettings.encode({ ...unchanged(id), updatedAt: database.now() })
          await trx
            .insertInto('siteSettings')
            .values(row)
            .onConflict((on) => on.column('id').doNothing())
            .execute()
          return change(trx)
        }).catch(asConflict(() => read(id)))
        return changed ? shown(changed.after) : read(id)
      },
    })

    if (pages.length === 0) continue
    // The preview finds the other texts by a selector, and shows rows in parts.
    const words = settings.filter(([, { isWord, control }]) => isWord && control !== 'lines' && !shows)
    route(app, `POST ${path}/preview`, {
      access,
      activity: 'step',
      summary: `Render a public page as it would be with these settings: ${id}`,
      description:
        'The document of the page at `path`, without scripts. Each text of these settings is in an element with its name as `data-setting`. `page` has the metadata for search engines; it is absent if there is no such page. An unsaved `logo` is embedded, because no address serves it yet.',
      input: z.object({ path: previewPath, fields: input }),
      answer: settingsPreview,
      handler: async ({ body }) => {
        const { publishAt: _, unpublishAt: __, ...given } = body.fields as SettingsInput
        const fields = merge({}, await prepare(given), mayBeEmpty)
        const texts = words.map(([name, { standard }]) => [name, String(fields[name] ?? standard)])
        const shown = { ...fields, ...markTexts(Object.fromEntries(texts)) }
        // A scheduled announcement is shown as it will be.
        const changed = await site.with({ id, fields: shown, version: 0, updatedAt: database.now() })
        const { html, page } = await renderPageWith(body.path, changed)
        const { logo } = fields
        return {
          html: withNamedTexts(html),
          ...(page && { page }),
          ...(typeof logo === 'string' && { logo }),
        }
      },
    })
  }
})

const unchanged = (id: string): Row<typeof siteSettings> => ({
  id,
  fields: {},
  version: 0,
  updatedAt: new Date(0).toISOString(),
})

const asSent = async (given: Record<string, unknown>) => given

type SettingsInput = Record<string, unknown> & { publishAt?: string | null; unpublishAt?: string | null }

/** The stored values after a change: only those that differ from the defaults. */
function merge(stored: Record<string, unknown>, given: Record<string, unknown>, mayBeEmpty: readonly string[]) {
  const isSet = ([name, value]: [string, unknown]) =>
    value !== null && value !== undefined && (value !== '' || mayBeEmpty.includes(name))
  const trimmed = Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
  return Object.fromEntries(Object.entries({ ...stored, ...Object.fromEntries(trimmed) }).filter(isSet))
}

/** The values with null in place of those that equal the defaults. */
const withoutDefaults = (given: Record<string, unknown>, defaults: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const text = typeof value === 'string' ? value.trim() : value
      return [name, isDeepStrictEqual(text, defaults[name]) ? null : value]
    }),
  )

/** @throws HttpError 422 for a value of a field that the environment sets */
function refuseFixed(given: Record<string, unknown>, fixed: Record<string, string>) {
  const issues = Object.entries(fixed)
    .filter(([name]) => given[name])
    .map(([path, variable]) => ({ path, message: `Set by ${variable} on the server` }))
  if (issues[0]) throw new HttpError(422, issues[0].message, issues)
}

/** No stored text has this sign (`hasNoNul`), so a mark cannot be mistaken. */
const sign = '\0'

/** Texts that are found again in the rendered page (`withNamedTexts`). Empty ones are not on it. */
export const markTexts = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text === '' ? '' : `${sign}${name}${sign}${text}${sign}`]),
  )

const marked = new RegExp(`${sign}(\\w+)${sign}([^${sign}]*)${sign}`, 'g')

const withoutMarks = (text: string) => text.replace(marked, '$2')

const tagOrMarked = new RegExp(`<[^>]*>|${marked.source}`, 'g')

/** A document with each marked text in an element that names it (`data-setting`). In attributes and in the head the marks disappear. */
export function withNamedTexts(html: string): string {
  const body = html.indexOf('<body')
  const named = html
    .slice(body)
    .replace(tagOrMarked, (part, name?: string, text?: string) =>
      name === undefined ? withoutMarks(part) : `<span data-setting="${name}">${text}</span>`,
    )
  return withoutMarks(html.slice(0, body)) + named
}
