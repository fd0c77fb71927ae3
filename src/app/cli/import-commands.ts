import { randomUUIDv7 } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import { createApp } from '#app/server/create-app.ts'
import type { CallersRole } from '#contract/roles.ts'
import { SourceError } from '#features/transfer/ground/source.ts'
import {
  type ContentImportChoices,
  contentImportChoices,
  type SourceKind,
} from '#features/transfer/ground/transfer.contract.ts'
import { contentImports } from '#features/transfer/ground/transfer.table.ts'
import {
  type Applying,
  answerOf,
  applyImport,
  beginToApply,
  beginToUndo,
  claimReading,
  claimTime,
  contextOf,
  deleteImport,
  findImport,
  type ImportContext,
  openMediaFolder,
  openSource,
  ownerProfile,
  readImport,
  sources,
  storeChoices,
  summariesOf,
  undoImport,
  workClaim,
} from '#features/transfer/importing/imports.shared.server.ts'
import { writeActivity } from '#server/activity/activity.ts'
import type { Config } from '#server/config/config.ts'
import { whileClaimed } from '#server/database/rows.ts'
import type { Staff } from '#server/identity/accounts.ts'
import { HttpError } from '#server/runtime/http-error.ts'
import { knownPublicUrl } from '#server/site-config/site-config.ts'
import { UsageError } from './arguments.ts'
import { linesOfReport, linesOfSummaries } from './import-report.ts'
import { withSite } from './site-commands.ts'

type Given = {
  media?: string | undefined
  map?: string | undefined
  site?: string | undefined
  write?: boolean | undefined
}

/** How often a line says how far it is, in milliseconds. */
const sayEvery = 2_000
const by = 'Import'

/** The program as the site has it, without a server, mail and jobs: they begin once it listens. */
async function withProgram(
  config: Config,
  work: (context: ImportContext, signal: AbortSignal) => Promise<string>,
): Promise<string> {
  // Without the environment of the site the address is the one that the site has used last.
  const publicUrl = await withSite(config, (database) => knownPublicUrl(database, config))
  const own = {
    ...config,
    publicUrl: publicUrl ?? config.publicUrl,
    sampleContent: false,
    metrics: undefined,
    logLevel: 'silent',
  }
  const { context, database } = await createApp(own)
  const stop = new AbortController()
  const end = () => stop.abort(new Error('stopped'))
  process.once('SIGINT', end).once('SIGTERM', end)
  try {
    return await work(contextOf(context), stop.signal)
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end)
    await database.close()
  }
}

export const listImports = (config: Config): Promise<string> =>
  withSite(config, async (database) => {
    const rows = await database.db.selectFrom('contentImports').selectAll().orderBy('at', 'desc').execute()
    return linesOfSummaries(
      await summariesOf(
        database,
        rows.map((row) => contentImports.decode(row)),
      ),
    )
  })

/** The author of all that a command writes. Where a source names no author, the profile is that of the first owner. */
async function actorOf({ database: { db } }: ImportContext, kind: SourceKind): Promise<Staff> {
  const profileId = await ownerProfile(db, undefined)
  // The posts of an export of this program name their authors.
  if (profileId === '' && kind !== 'atrium')
    throw new HttpError(409, 'Nobody has signed in as an owner yet, so there is no profile for posts.')
  return { id: 'import', uid: 'import', name: by, email: '', role: 'owner' as CallersRole, profileId }
}

export const importContent = (config: Config, kind: SourceKind, given: string[], options: Given): Promise<string> =>
  withProgram(config, async (context, signal) => {
    const { database } = context
    const paths = given.map((path) => resolve(path))
    const media = options.media === undefined ? undefined : resolve(options.media)
    const choices = await readChoices(context, options)
    const actor = await actorOf(context, kind)
    const begun = options.write ? await interrupted(context, kind, paths) : undefined
    const id = begun ?? (await read(context, signal, { kind, paths, media, choices }))
    const name = `This import is ${id}.`
    try {
      if (begun === undefined) {
        if (choices) await storeChoices(context, id, choices)
        if (!options.write) {
          const report = await linesOfReport(database, id)
          await deleteImport(database, id)
          return `${report}\nNothing is imported yet: add --write to do so.`
        }
        await beginToApply(context, id, actor, () => {})
        await writeActivity(database, { kind: 'change', what: 'Import content', by })
      } else console.log('Going on with the interrupted import.')
    } catch (error) {
      await deleteImport(database, id)
      throw error
    }
    await apply(context, id, { signal, paths, media })
    return `${await linesOfReport(database, id)}\n${name} Within 24 hours "atrium import --undo ${id}" takes it back.`
  })

/** The import of these files that was stopped while it was applied. */
async function interrupted({ database: { db } }: ImportContext, source: SourceKind, paths: string[]) {
  const rows = db.selectFrom('contentImports').selectAll().where('state', '=', 'applying').where('source', '=', source)
  const found = (await rows.execute()).map((row) => contentImports.decode(row))
  return found.find(({ origin }) => origin?.paths.join('\0') === paths.join('\0'))?.id
}

type Files = { paths: string[]; media: string | undefined }

/** @returns the id of the import, once its report is made @throws SourceError */
async function read(
  context: ImportContext,
  signal: AbortSignal,
  { kind, paths, media, choices }: Files & { kind: SourceKind; choices: ContentImportChoices | undefined },
): Promise<string> {
  const { database } = context
  const id = randomUUIDv7()
  const release = claimReading(database, id)
  const say = setInterval(async () => {
    const { done } = await findImport(database.db, id)
    if (done > 0) console.log(`${done.toLocaleString('en')} items are read`)
  }, sayEvery).unref()
  try {
    const origin = { paths, ...(media !== undefined && { media }) }
    const fileName = paths
      .map((path) => path.split('/').at(-1))
      .join(', ')
      .slice(0, 200)
    // The other choices are checked against what is read.
    const own = choices?.site ? { site: choices.site } : {}
    const row = { ...{ id, by, fileName, origin }, at: database.now(), source: kind, choices: own, done: 0 }
    await database.db
      .insertInto('contentImports')
      .values(contentImports.encode({ ...row, state: 'reading' }) as never)
      .execute()
    await readImport(context, id, { paths, kind, sources, signal })
  } finally {
    clearInterval(say)
    await release()
  }
  const { state, reason } = await findImport(database.db, id)
  if (state === 'open') return id
  await deleteImport(database, id)
  throw new SourceError(signal.aborted ? 'Stopped. Nothing is imported.' : (reason ?? 'The files cannot be read.'))
}

async function apply(
  context: ImportContext,
  id: string,
  { signal, paths, media }: Files & Pick<Applying, 'signal'>,
): Promise<void> {
  const { database } = context
  let done = 0
  const say = setInterval(
    () => done > 0 && console.log(`${done.toLocaleString('en')} items are imported`),
    sayEvery,
  ).unref()
  const goOn = `Run the same command again to go on, or "atrium import --undo ${id}" to take it back.`
  try {
    await using files = await openSource(paths)
    const folder = media === undefined ? undefined : await openMediaFolder(media)
    const attempt = () =>
      whileClaimed(database, workClaim, claimTime, async () => {
        await applyImport(context, id, { signal, files, media: folder, onProgress: (count) => (done = count) })
        return true
      })
    // A killed process keeps its claim for some seconds.
    const enough = AbortSignal.any([signal, AbortSignal.timeout(claimTime + 5_000)])
    while (!(await attempt())) {
      if (enough.aborted) throw new HttpError(409, `Another import is being applied. ${goOn}`)
      await wait(200)
    }
  } catch (error) {
    if (!signal.aborted) throw error
    throw new SourceError(`Stopped. ${goOn}`)
  } finally {
    clearInterval(say)
  }
}

export const undoContent = (config: Config, id: string): Promise<string> =>
  withProgram(config, async (context, signal) => {
    const { database } = context
    const { state } = await findImport(database.db, id)
    if (state !== 'undoing') await beginToUndo(context, id)
    await writeActivity(database, { kind: 'change', what: 'Undo an import of content', by })
    // A running site may be at it already.
    while ((await findImport(database.db, id)).state === 'undoing') {
      if (signal.aborted) throw new SourceError('Stopped. Run the same command again to go on.')
      await whileClaimed(database, workClaim, claimTime, () => undoImport(context, id, signal)).catch((error) => {
        if (!signal.aborted) throw error
      })
      await wait(200)
    }
    const { kept = [], state: last, reason } = await answerOf(database, id)
    if (last !== 'undone') throw new SourceError(reason ?? 'The import is not undone.')
    const lines = kept.map(({ name }) => `  ${name}`)
    return lines.length === 0
      ? 'The import is undone.'
      : ['The import is undone, except what was edited since or is used elsewhere:', ...lines].join('\n')
  })

/** The choices in a file and those at the command line, which count more. @throws UsageError */
async function readChoices(context: ImportContext, { map, site }: Given): Promise<ContentImportChoices | undefined> {
  const ofFile = map === undefined ? undefined : await readMap(context, map)
  if (site === undefined) return ofFile
  const parsed = z.safeParse(contentImportChoices.shape.site, site)
  if (!parsed.success) throw new UsageError(`--site ${site}: ${parsed.error.issues[0]?.message}`)
  return { ...ofFile, site: parsed.data }
}

/** The choices in a file. Profiles are named by their ids or their names. @throws UsageError */
async function readMap({ database: { db } }: ImportContext, path: string): Promise<ContentImportChoices> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--map ${path} cannot be read (${error.code})`)
  })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UsageError(`--map ${path} is no JSON`)
  }
  const parsed = z.safeParse(z.strictObject(contentImportChoices.shape), value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new UsageError(`--map ${path}: ${issue?.path.length ? `${issue.path.join('.')}: ` : ''}${issue?.message}`)
  }
  const profiles = await db.selectFrom('authorProfiles').select(['id', 'name']).execute()
  const idOf = (given: string) => profiles.find(({ id, name }) => id === given || name === given)?.id ?? given
  const { authors, author, ...rest } = parsed.data
  return {
    ...rest,
    ...(authors && { authors: authors.map(({ source, profile }) => ({ source, profile: idOf(profile) })) }),
    ...(author && { author: idOf(author) }),
  }
}
