import { readdir, readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import type { build } from 'vite'

/** The folders of the packages whose code is in the output of a build, such as `node_modules/fastify`. */
export function bundledPackages(built: Awaited<ReturnType<typeof build>>): string[] {
  const modules = [built]
    .flat()
    .flatMap((output) => ('output' in output ? output.output : []))
    .flatMap((file) => (file.type === 'chunk' ? Object.entries(file.modules) : []))
    .filter(([, { renderedLength }]) => renderedLength > 0)
    .map(([id]) => relative('.', id.replace(/^\0|[?#].*$/g, '')).replaceAll('\\', '/'))
  const folders = modules.flatMap((id) => /^(.*\/)?node_modules\/(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [])
  return [...new Set(folders)]
}

/**
 * The folders of the packages whose fonts `fonts.ts` has cut. The build has these files without importing the packages, and the fonts' licence asks for
 * its text with each copy.
 */
export async function fontPackages(): Promise<string[]> {
  const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8'))
  return Object.keys(devDependencies)
    .filter((name) => name.startsWith('@fontsource'))
    .map((name) => `node_modules/${name}`)
}

/** Writes the licences of packages into one file, as they ask of those who pass on copies. */
export async function writeLicences(file: string, folders: Set<string>): Promise<void> {
  const texts = await Promise.all(
    [...folders].map(async (folder) => {
      const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'))
      const files = (await readdir(folder)).filter((name) => /^(licen[cs]e|copying|notice)\b/i.test(name)).sort()
      const licences = await Promise.all(files.map((name) => readFile(`${folder}/${name}`, 'utf8')))
      return [`${name} ${version} (${license})`, ...licences.map((text) => text.trim())].join('\n\n')
    }),
  )
  await writeFile(file, `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`)
}
