import type { Operation } from './api-operations.ts'
import { type Making, makeValue, pickFrom, spoil } from './generated-values.ts'
import { naughtyTexts } from './naughty-texts.ts'

const oddTypes = [
  ...[
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/mixed',
  ],
  ...[
    'application/json; charset=utf-16',
    'application/json;',
    'application/JSON',
    'json',
    ';',
    'application/problem+json',
    'multipart/form-data; boundary="',
  ],
]
const oddJson = [
  ...[
    '',
    ' ',
    'null',
    '[]',
    '"text"',
    '7',
    'true',
    '{',
    '{"a":',
    '{"a":1,}',
    '{}{}',
    '{"a":NaN}',
    "{'a':1}",
    '\ufeff{}',
    '{"a":"\\ud800"}',
    '{"\\u0000":1}',
  ],
  ...[
    '{"__proto__":{"role":"owner"}}',
    '{"constructor":{"prototype":{}}}',
    '{"a":1e999}',
    '{"a":"\n"}',
    '['.repeat(50_000),
    '{"a":'.repeat(20_000),
  ],
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
]
const oddForms = [
  ...['', 'email=a@example.com', 'name=%00&email=%', '&=&', 'token=%ED%A0%80&action=x', `message=${'x'.repeat(9_000)}`],
]
/** Not UTF-8. */
const brokenBytes = Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0xed, 0xa0, 0x80, 0x22, 0x7d])
/** A picture of one point. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const files = [
  picture,
  Buffer.from('%PDF-1.4\n%%EOF'),
  Buffer.from('GIF89a'),
  Buffer.from('<svg onload="alert(1)"/>'),
  Buffer.alloc(0),
  picture.subarray(0, 40),
]

export const toText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

type Body = { type: string; bytes: Buffer }

/** Makes the body of a request, broken unless it is calm. */
export function makeBody(type: string, bodies: Operation['bodies'], making: Making): Body {
  const { random, calm } = making
  const valid = makeValue(bodies[type] ?? { type: 'object' }, making)
  const value = calm || random.chance(35) ? valid : spoil(valid, random)
  if (type === 'application/x-www-form-urlencoded') return { type, bytes: Buffer.from(pickFrom(oddForms, random)) }
  if (type === 'multipart/form-data') return makeForm(value, making)
  if (!calm && random.chance(8)) return { type, bytes: Buffer.from(pickFrom(oddJson, random)) }
  if (!calm && random.chance(2)) return { type, bytes: brokenBytes }
  const bytes = Buffer.from(JSON.stringify(value) ?? '')
  return { type: !calm && random.chance(5) ? pickFrom(oddTypes, random) : type, bytes }
}

/** A form; one in eight is broken. */
function makeForm(value: unknown, { random, calm }: Making): Body {
  const boundary = 'limit-of-parts'
  const part = (name: string, content: Buffer | string, more = '') =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ])
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const parts = entries.flatMap(([name, content]) => {
    if (name !== 'image')
      return [part(name.replaceAll(/["\r\n]/g, ''), toText(content).replaceAll(`--${boundary}`, ''))]
    if (random.chance(calm ? 10 : 40)) return []
    const file = `${pickFrom(naughtyTexts, random).replaceAll(/["\r\n]/g, '')}.png`
    return [
      part(
        'image',
        calm ? picture : pickFrom(files, random),
        `; filename="${file.slice(0, 300)}"\r\ncontent-type: image/png`,
      ),
    ]
  })
  const [end, first] = [Buffer.from(`--${boundary}--\r\n`), parts[0] ?? Buffer.from('x')]
  const broken = [
    () => Buffer.concat(parts),
    () => Buffer.concat([...parts, end]).subarray(0, random.whole(0, 200)),
    () => Buffer.concat([Buffer.from(`--${boundary}\r\n\r\nno name\r\n`), end]),
    () =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name=\r\n${'a: b\r\n'.repeat(90)}\r\nx\r\n`),
        end,
      ]),
    () => Buffer.concat([...Array.from({ length: 400 }, () => first), end]),
    () =>
      Buffer.concat([
        part('__proto__', 'x'),
        part('\0', 'x'),
        part('title', 'one'),
        part('title', 'two'),
        part('image', 'a text'),
        end,
      ]),
    () => Buffer.concat([part('features', '{"a":', '\r\ncontent-type: application/json'), end]),
    () =>
      Buffer.concat([
        part('title', 'x', '\r\ncontent-transfer-encoding: base64; charset=utf-7'),
        part('image', picture, "; filename*=UTF-8''%ff%00.png"),
        end,
      ]),
    () =>
      Buffer.concat([part('image', picture, '; filename="a.png"'), part('image', picture, '; filename="b.png"'), end]),
  ]
  const type = `multipart/form-data; boundary=${boundary}`
  return { type, bytes: !calm && random.chance(15) ? pickFrom(broken, random)() : Buffer.concat([...parts, end]) }
}
