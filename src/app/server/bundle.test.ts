// It starts the build six times, which `main.test.ts` starts too.
// @module-tag all
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createTestPlace } from '#testing/test-database.ts'
import { isPrepared } from '../../../scripts/prepare.js'

/** Copies the deployed files into an empty folder: the build, and the packages that `npm ci --omit=dev` installs. */
async function deploy(folder: string) {
  await cp('dist', join(folder, 'dist'), { recursive: true })
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'))
  for (const [path, { dev, devOptional }] of Object.entries<{ dev?: boolean; devOptional?: boolean }>(packages)) {
    if (path === '' || dev || devOptional) continue
    await mkdir(join(folder, path, '..'), { recursive: true })
    // Packages for other systems are not installed.
    await cp(path, join(folder, path), { recursive: true, dereference: true }).catch((error) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}

/** The chunks, by the names of their modules, that a file of the build cannot run without. */
async function neededBy(file: string, needed = new Set<string>()): Promise<Set<string>> {
  const name = file.replace(/(-[\w-]{8})?\.js$/, '')
  if (needed.has(name)) return needed
  needed.add(name)
  const code = await readFile(join('dist/server', file), 'utf8')
  for (const [, next = ''] of code.matchAll(/\b(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
    await neededBy(next, needed)
  return needed
}

test('a start loads what every site needs, and the rest when it is needed', async ({ skip }) => {
  if (!isPrepared()) skip('There is no build of the current source')
  const [serve = ''] = /serve-[\w-]+\.js/.exec(await readFile('dist/server/site.js', 'utf8')) ?? []
  const needed = await neededBy('renderer.js', await neededBy(serve))
  expect([...needed]).toEqual(expect.arrayContaining(['serve', 'create-app', 'renderer', 'server.node']))
  const built = new Set((await readdir('dist/server')).map((file) => file.replace(/-[\w-]{8}\.js$/, '')))
  for (const later of ['metrics', 'nodemailer', 'mail-templates', 'docs-site', 'postgres', 'backup-commands'])
    expect([later, built.has(later), needed.has(later)]).toEqual([later, true, false])
})

test('a Node that is too old is replaced by the right one, or told which one is needed', async ({ skip }) => {
  if (!isPrepared()) skip('There is no build of the current source')
  const folder = await mkdtemp(join(tmpdir(), 'atrium-old-node-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const old = `data:text/javascript,if(!process.env.RIGHT){process.env.RIGHT=1;Object.defineProperty(process.versions,'node',{value:'20.20.2'})}`
  const run = async (program: string) => {
    const child = spawn(process.execPath, [`--import=${old}`, program, '--version'], {
      cwd: folder,
      env: { PORT: 'none' },
    })
    const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code, out, error }
  }
  for (const name of ['atrium.js', 'server/main.js', 'server/cli.js', 'server/site.js', 'version.json'])
    await cp(join('dist', name), join(folder, 'dist', name))
  const told = { code: 1, out: '', error: 'Atrium needs Node 26; this is 20.20.2\n' }
  for (const program of ['dist/atrium.js', 'dist/server/main.js']) expect(await run(program), program).toEqual(told)

  await cp('dist/server', join(folder, 'dist/server'), { recursive: true })
  await mkdir(join(folder, 'node_modules/node/bin'), { recursive: true })
  await symlink(process.execPath, join(folder, 'node_modules/node/bin/node'))
  expect(await run('dist/atrium.js')).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+/) })
  expect(await run('dist/server/main.js')).toMatchObject({
    code: 1,
    error: expect.stringContaining('PORT must be a port number'),
  })
})

test('the build runs without the source and the packages of development', async ({ skip }) => {
  if (!isPrepared()) skip('There is no build of the current source')
  const place = await createTestPlace()
  const folder = await mkdtemp(join(tmpdir(), 'atrium-deployed-'))
  const password = 'four rivers meet at dawn'
  await deploy(folder)
  // The company's files are next to the build, not in it.
  await mkdir(join(folder, 'site'))
  await writeFile(join(folder, 'site/company.config.ts'), "export default { brand: 'Blue Heron' }")
  const program = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: folder,
    env: {
      DATA_DIR: place.dataDir,
      PORT: '0',
      ADMIN_PASSWORD: password,
      METRICS_TOKEN: 'a-token-of-thirty-two-characters',
      ...(place.config.kind === 'postgres' && { DATABASE_URL: place.config.url }),
    },
  })
  try {
    let output = ''
    for (const stream of [program.stdout, program.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    await expect.poll(() => output).toMatch(/http:\/\/localhost:\d+/)
    const url = /http:\/\/localhost:\d+/.exec(output)?.[0] ?? ''
    const text = async (path: string, headers = {}) => {
      const answer = await fetch(url + path, { headers })
      return `${answer.status} ${await answer.text()}`
    }
    const post = (path: string, body: object | FormData, headers = {}) =>
      fetch(
        url + path,
        body instanceof FormData
          ? { method: 'POST', headers, body }
          : {
              method: 'POST',
              headers: { ...headers, 'content-type': 'application/json' },
              body: JSON.stringify(body),
            },
      )

    // The workers have judged the password and rendered the sample content.
    const { token } = await (await post('/api/identity/sign-in', { email: 'admin@example.com', password })).json()
    const staff = { authorization: `Bearer ${token}` }
    const [{ slug }] = (await (await fetch(`${url}/api/blogs`)).json()).blogs
    expect(await text(`/blog/${slug}`)).toMatch(/^200 <!doctype html>.*<h2 id=/is)
    expect(await text('/privacy')).toMatch(/^200 .*Blue Heron.*<h2/s)

    // The library of passkeys is loaded only now.
    expect((await post('/api/identity/sign-in/passkey/options', {})).status).toBe(200)

    const picture = new FormData()
    picture.set('image', new Blob([await readFile('public/icon-512.png')]), 'og.png')
    const upload = await post('/api/images', picture, staff)
    expect([upload.status, await upload.json()]).toEqual([201, expect.objectContaining({ width: expect.any(Number) })])

    expect((await post('/api/newsletter/subscribe', { email: 'anna@example.net' })).status).toBeLessThan(300)
    expect(await text('/api/docs/static/swagger-ui.css')).toMatch(/^200 .*\.swagger-ui/s)
    expect(await text('/api/openapi.json', staff)).toContain('/api/blogs')
    const metrics = await text('/metrics', { authorization: 'Bearer a-token-of-thirty-two-characters' })
    expect(metrics).toMatch(/^200 .*^atrium_worker_processes\{worker="render"\} \d/ms)

    program.kill('SIGTERM')
    expect(await once(program, 'exit')).toEqual([0, null])
    const lines = output.trim().split('\n')
    // Above it are warnings and errors.
    const informs = 30
    expect(lines.filter((line) => JSON.parse(line).level > informs)).toEqual([])
  } finally {
    program.kill('SIGKILL')
    await rm(folder, { recursive: true })
    await place.remove()
  }
})
