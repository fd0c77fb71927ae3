import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeSbom } from '../../scripts/sbom.ts'

test('the bill of materials names what runs, leaves out what is for development, and is the same again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-sbom-'))
  try {
    const files = ['one.json', 'two.json'].map((name) => join(folder, name))
    await Promise.all(files.map(writeSbom))
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
    for (const name of Object.keys(devDependencies).filter((one) => !one.startsWith('@types/')))
      expect(versions.has(name), name).toBe(false)
    expect([...versions.keys()]).toEqual(
      expect.arrayContaining(['fastify', '@img/sharp-darwin-arm64', '@img/sharp-linux-x64']),
    )
    expect(dependencies[0].ref).toBe(metadata.component['bom-ref'])
  } finally {
    await rm(folder, { recursive: true })
  }
}, 120_000)
