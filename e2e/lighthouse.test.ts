import { chromium } from '@playwright/test'
import { findChromium } from '../scripts/chromium.js'
import { lighthouse as folder } from '../scripts/prepare.js'
import { expect, screens, test } from './fixtures.ts'

type Audit = { id: string; title: string; score: number | null }
type Result = {
  lhr: {
    categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
    audits: Record<string, Audit>
  }
}
type Lighthouse = (url: string, options: object, config?: object) => Promise<Result>

const categories = ['accessibility', 'best-practices', 'seo']

/** One page of each kind that search engines list, and the others of the walk. */
async function pagesOf(sitemap: string): Promise<string[]> {
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  const kinds = new Map(paths.map((path) => [path.replace(/(?<=^\/[^/]+\/)[^/]+$/, ':slug'), path]))
  const others = screens.filter((screen) => !('status' in screen)).map(({ path }) => path)
  return [...new Set([...kinds.values(), ...others])]
}

test('Lighthouse finds nothing on any public page', { tag: '@all' }, async ({ request, baseURL }) => {
  test.setTimeout(1_200_000)
  const { default: lighthouse } = (await import(`${folder}/node_modules/lighthouse/core/index.js`)) as {
    default: Lighthouse
  }
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--remote-debugging-port=9377'],
  })
  try {
    for (const path of await pagesOf(await (await request.get('/sitemap.xml')).text())) {
      const hidden = (await request.get(path)).headers()['x-robots-tag']?.includes('noindex')
      const page = await (await request.get(path)).text()
      const unlisted = hidden || /<meta name="robots" content="noindex/.test(page)
      const { lhr } = await lighthouse(`${baseURL}${path}`, {
        port: 9377,
        logLevel: 'silent',
        onlyCategories: categories,
        // A page that search engines shall not list says so.
        ...(unlisted && { skipAudits: ['is-crawlable'] }),
      })
      const findings = categories.flatMap((name) =>
        (lhr.categories[name]?.auditRefs ?? [])
          .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
          .map(({ id }) => `${name}: ${id}, ${lhr.audits[id]?.title}`),
      )
      expect.soft(findings, path).toEqual([])
      for (const name of categories) expect.soft(lhr.categories[name]?.score, `${path}: ${name}`).toBe(1)
    }
  } finally {
    await browser.close()
  }
})
