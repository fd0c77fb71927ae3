import { renderContent } from './render-content.ts'

renderContent('x')
const n = Number(process.argv[2] ?? 20000)
const cases: Record<string, string> = {
  bq: '>'.repeat(n),
  bqs: '> '.repeat(n / 2),
  brackets: '['.repeat(n),
  links: '[a]('.repeat(n / 4),
  emph: '*a_ '.repeat(n / 4),
  emph2: 'a**b'.repeat(n / 4),
  ticks: Array.from({ length: 200 }, (_, i) => '`'.repeat(i) + 'a').join(' '),
  divs: '<div>'.repeat(n / 5),
  divsmd: '<div>\n\n'.repeat(n / 7),
  lists: Array.from({ length: 300 }, (_, i) => ' '.repeat(i * 2) + '- a').join('\n'),
  table: '|a'.repeat(n / 2) + '|\n' + '|-'.repeat(n / 2) + '|\n',
  trow: '|a|\n|-|\n' + '|a|\n'.repeat(n / 4),
  auto: 'www.'.repeat(n / 4),
  mail: 'a@'.repeat(n / 2),
  mail2: 'a.b@c.d'.repeat(n / 7),
  http: 'http://'.repeat(n / 7),
  foot: '[^a]'.repeat(n / 4) + '\n\n[^a]: x',
  imgs: '!['.repeat(n / 2),
  ent: '&'.repeat(n),
  tilde: '~a~~'.repeat(n / 4),
  pre: '<pre>'.repeat(n / 5),
  preclose: '<pre>\n</pre>\n'.repeat(n / 12),
  a: '<a href=x>'.repeat(n / 10),
  font: '<font><b>'.repeat(n / 9) + '<p>'.repeat(100),
  h: '# h\n'.repeat(n / 4),
  inlinehtml: 'a<b>'.repeat(n / 4),
  code: '```ts\n' + 'a<'.repeat(n / 2) + '\n```',
  codejs: '```js\n' + '/'.repeat(n) + '\n```',
  sql: '```sql\n' + "'(".repeat(n / 2) + '\n```',
  ini: '```ini\n' + 'a.'.repeat(n / 2) + '\n```',
  md: '```md\n' + '*_['.repeat(n / 3) + '\n```',
  yaml: '```yaml\n' + '- a: {'.repeat(n / 6) + '\n```',
  defs: Array.from({ length: n / 8 }, (_, i) => `[${i}]: x`).join('\n'),
  sameh: '# a\n'.repeat(n / 4),
}
for (const [k, v] of Object.entries(cases)) {
  const t = performance.now()
  const r = renderContent(v)
  const d = performance.now() - t
  if (d > 60) console.log(k, v.length, d.toFixed(0) + 'ms', r.html.length, r.html.slice(0, 30))
}
