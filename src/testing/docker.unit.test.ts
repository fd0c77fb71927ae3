import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { works } from './nginx.ts'

const run = promisify(execFile)

const dockerfile = readFileSync('Dockerfile', 'utf8')

test('the image has the Node that the program is tested with, and runs without the rights of root', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(dockerfile).toContain(`FROM node:${devDependencies.node}-`)
  expect(dockerfile).toMatch(/^USER atrium$/m)
  // Settings of the image would hide those of the operator.
  expect(/^ENV (.*)$/m.exec(dockerfile)?.[1]?.match(/\w+(?==)/g)).toEqual([
    'NODE_ENV',
    'HOST',
    'PORT',
    'DATA_DIR',
    'SITE_DIR',
    'MALLOC_ARENA_MAX',
  ])
})

test.each(['Dockerfile', 'deploy/atrium.service', 'deploy/atrium@.service', 'scripts/start.js', 'docs/operating.md'])(
  'SIGUSR1 opens no debugger where %s starts the server',
  (file) => {
    const text = readFileSync(file, 'utf8')
    const starts = text.match(/^.*\bnode\b.*dist\/server\/main\.js.*$|^const options = .*$/gm) ?? []
    expect(starts).toHaveLength(1)
    expect(starts[0]).toContain('--disable-sigusr1')
  },
)

test('the image is built of files that exist', () => {
  const sent = [...readFileSync('.dockerignore', 'utf8').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name)
  expect(sent).toContain('package-lock.json')
  expect(sent.filter((name) => !existsSync(name))).toEqual([])
})

test('Caddy accepts its part of compose.yaml', async ({ skip }) => {
  const { services, configs, volumes } = parse(readFileSync('compose.yaml', 'utf8'))
  const mounted = Object.values<{ volumes?: string[] }>(services).flatMap(({ volumes = [] }) => volumes)
  expect(mounted.filter((volume) => /^\w/.test(volume)).map((volume) => volume.split(':')[0])).toEqual(
    Object.keys(volumes),
  )
  if (!(await works('caddy', 'version'))) skip('Caddy is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'atrium-compose-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'Caddyfile')
  // Compose writes $ for $$.
  writeFileSync(file, configs.caddyfile.content.replaceAll('$$', '$'))
  const env = { ...process.env, PUBLIC_URL: 'https://www.example.com' }
  const { stdout } = await run('caddy', ['adapt', '--adapter', 'caddyfile', '--config', file], { env })
  expect(stdout).toContain('"host":["www.example.com"]')
  expect(stdout).toContain('"dial":"atrium:3000"')
})
