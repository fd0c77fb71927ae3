import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { escapeHtml } from '../../src/content/markup/plain-text.ts'
import { stoppable } from './processes.ts'

const run = promisify(execFile)
const version = '6.65.0'
const theme = 'package/content/themes/source'

/** The columns that a card of the list shows. */
type Post = { title: string; excerpt: string; category: string; author: { name: string } }

const types: Record<string, string> = { '.css': 'text/css', '.js': 'text/javascript', '.woff2': 'font/woff2' }

/**
 * Serves the start page of Ghost's default theme (Source, MIT) with our posts: its stylesheet, font, script and classes, as files, without pictures
 * and without what Ghost itself adds for members and search. The theme comes from npm's package of Ghost and is deleted at the end.
 * @throws where npm cannot be reached
 */
export async function serveGhost(posts: Post[]): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-ghost-'))
  const clean = stoppable(() => rm(folder, { recursive: true, force: true }))
  const { stdout } = await run('npm', ['pack', `ghost@${version}`, '--silent'], { cwd: folder, timeout: 120_000 })
  await run('tar', ['-xzf', stdout.trim(), `${theme}/assets`], { cwd: folder })
  const names = ['built/screen.css', 'built/source.js', 'fonts/inter-roman.woff2']
  const files = new Map<string, Buffer>()
  for (const name of names) {
    const bytes = await readFile(join(folder, theme, 'assets', name))
    files.set(`/assets/${name}`, name.endsWith('.woff2') ? bytes : gzipSync(bytes))
  }
  await clean()

  const page = gzipSync(startPage(posts))
  const server = createServer(({ url = '/' }, response) => {
    const file = url === '/' ? page : files.get(url)
    response.writeHead(file ? 200 : 404, {
      'content-type': types[extname(url)] ?? 'text/html; charset=utf-8',
      ...(!url.endsWith('.woff2') && { 'content-encoding': 'gzip' }),
      'cache-control': 'public, max-age=31536000',
    })
    response.end(file)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = stoppable(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

const startPage = (posts: Post[]) => `<!doctype html>
<html lang="en" class="has-dark-text"><head><title>Acme Cloud</title><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1.0">
<link rel="preload" as="style" href="/assets/built/screen.css"><link rel="preload" as="script" href="/assets/built/source.js">
<link rel="preload" as="font" type="font/woff2" href="/assets/fonts/inter-roman.woff2" crossorigin="anonymous">
<style>@font-face{font-family:"Inter";font-weight:100 900;font-display:optional;src:url(/assets/fonts/inter-roman.woff2) format("woff2")}</style>
<link rel="stylesheet" href="/assets/built/screen.css"><style>:root{--background-color:#ffffff}</style></head>
<body class="home-template has-sans-title has-sans-body"><div class="gh-viewport">
<header id="gh-navigation" class="gh-navigation is-middle-logo gh-outer"><div class="gh-navigation-inner gh-inner"><div class="gh-navigation-brand"><a class="gh-navigation-logo is-title" href="/">Acme Cloud</a></div>
<nav class="gh-navigation-menu"><ul class="nav"><li><a href="/">Home</a></li><li><a href="/about/">About</a></li></ul></nav></div></header>
<section class="gh-header is-classic gh-outer"><div class="gh-header-inner gh-inner"><h1 class="gh-header-title is-title">Empower Your Startup Business With Cloud &amp; AI</h1></div></section>
<section class="gh-container is-list gh-outer"><div class="gh-container-inner gh-inner"><h2 class="gh-container-title">Latest</h2><main class="gh-main"><div class="gh-feed">
${posts.map(card).join('\n')}
</div></main></div></section></div><script src="/assets/built/source.js"></script></body></html>`

const card = ({ title, excerpt, category, author }: Post) =>
  `<article class="gh-card post no-image"><a class="gh-card-link" href="/"><div class="gh-card-wrapper"><p class="gh-card-tag">${escapeHtml(category)}</p>
<h3 class="gh-card-title is-title">${escapeHtml(title)}</h3><p class="gh-card-excerpt is-body">${escapeHtml(excerpt)}</p>
<footer class="gh-card-meta"><span class="gh-card-author">By ${escapeHtml(author.name)}</span></footer></div></a></article>`
