import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { ConfigError } from './environment.ts'
import { contentFolder } from './program-files.ts'

/** The files that the program writes into its data folder, in addition to the folders `mail` and `backups`. */
const ownFile = /^(atrium\.sqlite(\.restoring)?(-wal|-shm|-journal|\.created)?|erased)$/
/** `lost+found` exists on a separate disk. */
const expectedFolder = /^(mail|backups|lost\+found)$/
const ownMail = /\.eml(\.part)?$/

/**
 * Creates the data folder if it is missing and makes it private: 0700 for the folder, 0600 for the program's files, whatever the umask was when
 * they were written. Links are not followed. A folder with other files in it (`/tmp`, for example) and these files keep their modes.
 * @returns a warning for everything that stays readable for other accounts of the machine, one line each
 * @throws ConfigError when the folder cannot be created or written to
 */
export function prepareDataFolder(folder: string): string[] {
  try {
    createFolder(folder)
    accessSync(folder, constants.W_OK)
    if (!statSync(folder).isDirectory()) throw new Error('not a folder')
  } catch (cause) {
    throw new ConfigError(`DATA_DIR ${folder} cannot be written to`, { cause })
  }
  return process.platform === 'win32' ? [] : makePrivate(folder)
}

/** Creates each level in turn, since Node's `recursive` never returns for a folder below /proc. Only the last level is private. */
function createFolder(folder: string, mode = 0o700) {
  if (existsSync(folder)) return
  createFolder(dirname(folder), 0o755)
  mkdirSync(folder, { mode })
}

function makePrivate(folder: string): string[] {
  const open: string[] = []
  const tighten = (path: string, stats: Stats, mode: number) => {
    // SQLite creates its log with the mode of the database, so the log of a read-only database stays read-only.
    if ((stats.mode & 0o077) === 0 && !(/-(wal|shm)$/.test(path) && (stats.mode & 0o200) === 0)) return
    try {
      chmodSync(path, mode)
    } catch {
      open.push(path)
    }
  }
  const tightenFiles = (within: string, names: string[]) => {
    for (const name of names) {
      const path = join(within, name)
      const stats = lstatSync(path, { throwIfNoEntry: false })
      if (stats?.isFile()) tighten(path, stats, 0o600)
      else if (stats?.isSymbolicLink()) open.push(path)
    }
  }

  const names = readdirSync(folder)
  const stats = statSync(folder)
  // The sticky bit marks a shared folder.
  const shared = (stats.mode & 0o1000) !== 0 || names.some((name) => !ownFile.test(name) && !expectedFolder.test(name))
  tightenFiles(
    folder,
    names.filter((name) => ownFile.test(name)),
  )

  const mail = join(folder, 'mail')
  const mailStats = lstatSync(mail, { throwIfNoEntry: false })
  if (mailStats?.isDirectory()) {
    const messages = readdirSync(mail)
    const own = messages.filter((name) => ownMail.test(name))
    tightenFiles(mail, own)
    if (!shared && own.length === messages.length) tighten(mail, mailStats, 0o700)
  }

  if (!shared) tighten(folder, stats, 0o700)
  const warnings: string[] = []
  if (open.length > 0) {
    const others = open.length > 1 ? ` and ${open.length - 1} more` : ''
    warnings.push(
      `DATA_DIR: other accounts of this machine may be able to read ${open[0]}${others}, whose mode could not be changed`,
    )
  }
  if (shared && (stats.mode & 0o077) !== 0)
    warnings.push(
      `DATA_DIR: ${folder} holds other files too, so it stays open to other accounts; give the site its own folder`,
    )
  return warnings
}

/** The files that a company's folder may have. Each is optional and overrides the program's. */
const files = { company: 'company.config.ts', content: 'content', tokens: 'tokens.css', public: 'public' } as const
const known = new Set<string>([...Object.values(files), 'README.md'])

const defaultFolder = 'site'

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * The folder with the company's own files, outside the program, so that an upgrade never touches them.
 * @returns its absolute path; undefined where there is none
 * @throws ConfigError if `SITE_DIR` is not a folder
 */
export function findSiteFolder(named: string | undefined): string | undefined {
  const folder = resolve(named ?? defaultFolder)
  if (isFolder(folder)) return folder
  if (named !== undefined) throw new ConfigError(`SITE_DIR ${named} is not a folder`)
  return undefined
}

/** Files that nothing reads, most likely because their name is misspelt; a line each. */
export const unknownSiteFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !known.has(name) && !name.startsWith('.'))
    .map((name) => `SITE_DIR: nothing reads ${name}; known are ${Object.values(files).join(', ')}`)

const pathIn = (folder: string, file: keyof typeof files): string | undefined => {
  const path = join(folder, files[file])
  return existsSync(path) ? path : undefined
}

/** The fields of the company that its own file sets. */
export function readSiteCompany(folder: string): object {
  const path = pathIn(folder, 'company')
  if (path === undefined) return {}
  let company: unknown
  try {
    company = createRequire(path)(path).default
  } catch (error) {
    // Node prints the place of a mistake on the lines before the message.
    const [line = ''] = String(error instanceof Error ? error.message : error)
      .split('\n')
      .filter(Boolean)
    throw new ConfigError(`SITE_DIR: ${files.company} cannot be read: ${line}`)
  }
  if (typeof company !== 'object' || company === null)
    throw new ConfigError(`SITE_DIR: ${files.company} has no default export with the company's fields`)
  return company
}

/**
 * The folders of the legal documents; each is read from the first that has it.
 * @throws ConfigError if `LEGAL_DIR` is not a folder
 */
export function findLegalFolders(named: string | undefined, siteFolder: string | undefined): string[] {
  const own = siteFolder && pathIn(siteFolder, 'content')
  if (!named) return own ? [own, contentFolder] : [contentFolder]
  if (!isFolder(named)) throw new ConfigError(`LEGAL_DIR ${named} is not a folder`)
  return [resolve(named)]
}

export const sitePublicFolder = (folder: string) => pathIn(folder, 'public')

/** The text of the company's own design tokens. */
export function readSiteTokens(folder: string): string | undefined {
  const path = pathIn(folder, 'tokens')
  return path && readFileSync(path, 'utf8')
}
