import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { promisify } from 'node:util'
import type { build } from 'vite'

type Locked = { name?: string; version?: string; dev?: boolean; devOptional?: boolean }
type Reference = { 'bom-ref': string; name: string; version: string }
type Bom = {
  serialNumber: string
  metadata: { timestamp?: string; component: Reference }
  components: Reference[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/**
 * Writes the software bill of materials (CycloneDX): the packages in the build, and the dependencies installed next to
 * it, for every platform. It is reproducible from the source and the lock file with one version of npm, and needs no
 * network.
 * @param bundled the folders of the packages in the build, such as `node_modules/fastify`
 */
export async function writeSbom(file: string, bundled: Set<string>): Promise<void> {
  // npm's `--omit dev` would omit the packages in the build.
  const command = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--include=dev']
  const { stdout } = await promisify(execFile)('npm', command, {
    maxBuffer: 64 * 2 ** 20,
    shell: process.platform === 'win32',
  })
  const bom: Bom = JSON.parse(stdout)
  const lock = await readFile('package-lock.json', 'utf8')
  const { name, version, packages } = JSON.parse(lock) as Required<Locked> & { packages: Record<string, Locked> }
  const shipped = new Set(
    Object.entries(packages)
      .filter(([path, { dev, devOptional }]) => bundled.has(path) || (!dev && !devOptional))
      .map(([path, locked]) => `${locked.name ?? path.replace(/^.*node_modules\//, '')}@${locked.version}`),
  )
  const components = bom.components.filter((component) => shipped.has(`${component.name}@${component.version}`))
  const { timestamp: _, ...metadata } = bom.metadata
  const root = metadata.component
  const known = new Set([root, ...components].map((component) => component['bom-ref']))
  const made: Bom = {
    ...bom,
    serialNumber: `urn:uuid:${uuidOf(lock)}`,
    // npm takes the folder's name for the program's.
    metadata: { ...metadata, component: { ...root, name, version } },
    components,
    dependencies: bom.dependencies
      .filter(({ ref }) => known.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => known.has(other)) })),
  }
  await writeFile(file, `${JSON.stringify(made, null, 2)}\n`)
}

/** A UUID of version 8, whose bits are the maker's to choose. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

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
