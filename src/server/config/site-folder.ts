import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { ConfigError } from './environment.ts'

/** The files that a company's folder may have. Each is optional and overrides the program's. */
const files = { company: 'company.config.ts', content: 'content', tokens: 'tokens.css', public: 'public' } as const
const known = new Set<string>([...Object.values(files), 'README.md'])

const defaultFolder = 'site'

/**
 * The folder with the company's own files, outside the program, so that an upgrade never touches them.
 * @returns its absolute path; undefined where there is none
 * @throws ConfigError if `SITE_DIR` is not a folder
 */
export function findSiteFolder(named: string | undefined): string | undefined {
  const folder = resolve(named ?? defaultFolder)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  if (named !== undefined) throw new ConfigError(`SITE_DIR ${named} is not a folder`)
  return undefined
}

/** Files that nothing reads, most likely since their name is misspelt; a line each. */
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

export const siteContentFolder = (folder: string) => pathIn(folder, 'content')
export const sitePublicFolder = (folder: string) => pathIn(folder, 'public')

/** The text of the company's own design tokens. */
export function readSiteTokens(folder: string): string | undefined {
  const path = pathIn(folder, 'tokens')
  return path && readFileSync(path, 'utf8')
}
