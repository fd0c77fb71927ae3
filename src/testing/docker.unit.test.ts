import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const dockerfile = readFileSync('Dockerfile', 'utf8')

test('the image has the Node that the program is tested with, and runs without the rights of root', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(dockerfile).toContain(`FROM node:${devDependencies.node}-`)
  expect(dockerfile).toMatch(/^USER atrium$/m)
  // Settings that the image makes would hide those of the operator.
  expect(/^ENV (.*)$/m.exec(dockerfile)?.[1]?.match(/\w+(?==)/g)).toEqual([
    'NODE_ENV',
    'HOST',
    'PORT',
    'DATA_DIR',
    'SITE_DIR',
    'MALLOC_ARENA_MAX',
  ])
})

test('the image is built of files that exist', () => {
  const sent = [...readFileSync('.dockerignore', 'utf8').matchAll(/^!(.+)$/gm)].map(([, name = '']) => name)
  expect(sent).toContain('package-lock.json')
  expect(sent.filter((name) => !existsSync(name))).toEqual([])
})

test('Caddy accepts its part of compose.yaml', ({ skip }) => {
  const { services, configs, volumes } = parse(readFileSync('compose.yaml', 'utf8'))
  const mounted = Object.values<{ volumes?: string[] }>(services).flatMap(({ volumes = [] }) => volumes)
  expect(mounted.filter((volume) => /^\w/.test(volume)).map((volume) => volume.split(':')[0])).toEqual(
    Object.keys(volumes),
  )
  if (spawnSync('caddy', ['version']).status !== 0) skip('Caddy is not installed')
  // Compose writes $ for $$.
  const { status, stderr } = spawnSync('caddy', ['adapt', '--adapter', 'caddyfile', '--config', '/dev/stdin'], {
    input: configs.caddyfile.content.replaceAll('$$', '$'),
    env: { ...process.env, PUBLIC_URL: 'https://www.example.com' },
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
})
