import { readFileSync } from 'node:fs'

const t = performance.now()
const m = await import('./render-content.ts')
console.log('load', performance.now() - t)
const s = readFileSync(process.argv[2]!, 'utf8')
for (let i = 0; i < 12; i++) {
  const t = performance.now()
  m.renderContent(s + ' '.repeat(i))
  if (i % 3 == 0 || i == 11) console.log(i, (performance.now() - t).toFixed(1))
}
if (process.argv[3]) {
  const r = m.renderContent(s)
  console.log(r.html)
  console.log(r.headings, m.plainText(s), m.readTime(s))
}
