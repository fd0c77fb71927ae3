import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { fontPackages, writeLicences, writeSbom } from '../../scripts/packages.ts'

test('the bill of materials lists bundled and installed packages, omits development packages, and is reproducible', {
  tags: 'all',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-sbom-'))
  // A build sets this, and npm then omits packages.
  vi.stubEnv('NODE_ENV', 'production')
  try {
    const files = ['one.json', 'two.json'].map((name) => join(folder, name))
    await Promise.all(files.map((file) => writeSbom(file, new Set(['node_modules/fastify', 'node_modules/react']))))
    const [one = '', two] = await Promise.all(files.map((file) => readFile(file, 'utf8')))
    expect(two).toBe(one)
    const { bomFormat, metadata, components, dependencies } = JSON.parse(one)
    expect(bomFormat).toBe('CycloneDX')
    expect(metadata.component.name).toBe('atrium')
    const versions = new Map<string, string>(
      components.map(({ name, version }: { name: string; version: string }) => [name, version]),
    )
    const { dependencies: direct, devDependencies } = JSON.parse(await readFile('package.json', 'utf8'))
    for (const [name, version] of Object.entries(direct)) expect([name, versions.get(name)]).toEqual([name, version])
    const bundled = ['fastify', 'react']
    for (const name of bundled) expect([name, versions.get(name)]).toEqual([name, devDependencies[name]])
    for (const name of ['vite', 'vitest', 'typescript', 'nodemailer', 'tailwindcss'])
      expect([devDependencies[name], versions.get(name)]).toEqual([expect.any(String), undefined])
    expect([...versions.keys()]).toEqual(expect.arrayContaining(['@img/sharp-darwin-arm64', '@img/sharp-linux-x64']))
    expect(dependencies[0].ref).toBe(metadata.component['bom-ref'])
  } finally {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  }
})

test('the fonts are in the bill of materials, and their licence is shipped with them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-fonts-'))
  try {
    const packages = new Set(await fontPackages())
    await Promise.all([
      writeSbom(join(folder, 'sbom.json'), packages),
      writeLicences(join(folder, 'licences.txt'), packages),
    ])
    const licences = await readFile(join(folder, 'licences.txt'), 'utf8')
    const { components } = JSON.parse(await readFile(join(folder, 'sbom.json'), 'utf8'))
    const ofFonts = components.filter(({ name }: { name: string }) => name.startsWith('@fontsource'))
    expect(ofFonts.map(({ name, licenses }: { name: string; licenses: unknown }) => [name, licenses])).toEqual(
      [...packages].map((folder) => [folder.replace('node_modules/', ''), [{ license: { id: 'OFL-1.1' } }]]),
    )
    expect(licences.match(/SIL OPEN FONT LICENSE Version 1\.1/g)).toHaveLength(packages.size)
    // Each file of a font is of a family whose notice is shipped.
    for (const fonts of ['src/ui/fonts', 'content/fonts'])
      for (const file of (await readdir(fonts)).filter((name) => /\.(woff2?|ttf|otf)$/.test(name))) {
        const [notice = ''] = (await readFile(join(fonts, file.replace(/[-.].*/, '.LICENSE.txt')), 'utf8')).split('\n')
        expect(notice).toMatch(/^Copyright /)
        expect(licences, file).toContain(notice)
      }
  } finally {
    await rm(folder, { recursive: true })
  }
})
