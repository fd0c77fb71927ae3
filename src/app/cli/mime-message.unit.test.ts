import { expect, test } from 'vitest'
import { readMessage } from './mime-message.ts'

const bytes = (...pieces: (string | number[])[]) =>
  Buffer.concat(pieces.map((one) => (typeof one === 'string' ? Buffer.from(one) : Buffer.from(one))))
const head = 'From: a@b.example\r\nSubject: x\r\nMIME-Version: 1.0\r\n'
const read = async (type: string, ...body: (string | number[])[]) =>
  readMessage(bytes(`${head}Content-Type: ${type}\r\n\r\n`, ...body))
/** The parts of a body, each with its headers. */
const parts = (boundary: string, ...all: string[]) =>
  `${all.map((part) => `--${boundary}\r\n${part}`).join('\r\n')}\r\n--${boundary}--\r\n`
const plain = (text: string) => `Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`
const html = (text: string) => `Content-Type: text/html; charset=utf-8\r\n\r\n${text}`
const file = (type: string, ...headers: string[]) => [`Content-Type: ${type}`, ...headers, '', 'eA=='].join('\r\n')

test.each<[string, string, string, string]>([
  [
    'one of two forms',
    'multipart/alternative; boundary=a',
    parts('a', plain('Yes please.'), html('<p>Yes please.</p>')),
    'Yes please.',
  ],
  [
    'HTML after a blank text',
    'multipart/alternative; boundary=a',
    parts('a', plain(' \u00a0\r\n\u200b'), html('<p>Yes please.</p>')),
    'Yes please.',
  ],
  [
    'HTML after a stub',
    'multipart/mixed; boundary=a',
    parts('a', plain('Your mail program cannot show HTML.'), html('Yes please.')),
    'Yes please.',
  ],
  [
    'HTML after a blank text, mixed',
    'multipart/mixed; boundary=a',
    parts('a', plain('\r\n'), html('Yes please.'), file('image/png')),
    'Yes please.',
  ],
  [
    'HTML with pictures',
    'multipart/alternative; boundary=a',
    parts(
      'a',
      plain(''),
      `Content-Type: multipart/related; boundary=r\r\n\r\n${parts('r', html('Yes please.<img src="cid:p@x">'), file('image/png', 'Content-ID: <p@x>'))}`,
    ),
    'Yes please.',
  ],
  [
    'nested forms',
    'multipart/mixed; boundary=m',
    parts(
      'm',
      `Content-Type: multipart/alternative; boundary=a\r\n\r\n${parts('a', plain('\r\n'), html('Yes please.'))}`,
      file('application/pdf'),
    ),
    'Yes please.',
  ],
  [
    'texts around a picture',
    'multipart/mixed; boundary=m',
    parts('m', plain('Above'), file('image/jpeg', 'Content-Disposition: inline; filename=p.jpg'), plain('Below')),
    'Above\n\nBelow',
  ],
  [
    'texts in HTML around a picture',
    'multipart/mixed; boundary=m',
    parts('m', html('Above'), file('image/jpeg', 'Content-Disposition: inline; filename=p.jpg'), html('Below')),
    'Above\n\nBelow',
  ],
  [
    'a text, then another in HTML',
    'multipart/mixed; boundary=m',
    parts('m', plain('See the plan, and call me'), html('<p>Sent through the list of friends</p>')),
    'See the plan, and call me\n\nSent through the list of friends',
  ],
  [
    'flowed lines',
    'text/plain; charset=utf-8; format=flowed',
    'One \r\nline\r\n> quoted \r\nMine\r\n-- \r\nAsha',
    'One line\n> quoted \nMine\n-- \nAsha',
  ],
])('reads %s', async (_, type, body, expected) => {
  expect((await read(type, body)).text.trim()).toBe(expected)
})

test.each<[string, string, (string | number[])[], string]>([
  ['UTF-8 named otherwise', 'text/plain; charset=iso-8859-1', ['Grüße नमस्ते'], 'Grüße नमस्ते'],
  ['UTF-8 without a name', 'text/plain', ['承知しました'], '承知しました'],
  ['UTF-8 as ASCII', 'text/plain; charset=us-ascii', ['Ça va'], 'Ça va'],
  ['UTF-8 as Chinese', 'text/plain; charset=gb2312', ['Спасибо'], 'Спасибо'],
  ['UTF-8 with an unknown name', 'text/plain; charset=x-unknown', ['Żółć'], 'Żółć'],
  ['Latin 1', 'text/plain; charset=iso-8859-1', ['Gr', [0xfc, 0xdf], 'e'], 'Grüße'],
  ['Latin 1 misspelt', 'text/plain; charset=iso8859_1', ['Gr', [0xfc, 0xdf], 'e'], 'Grüße'],
  ['Windows with an unknown name', 'text/plain; charset=ansi-x', ['Gr', [0xfc, 0xdf], 'e'], 'Grüße'],
  ['Cyrillic', 'text/plain; charset=koi8-r', [[0xe4, 0xc1]], 'Да'],
  [
    'Japanese escapes without a name',
    'text/plain',
    [[0x1b], '$B', [0x3a, 0x23, 0x46, 0x7c], [0x1b], '(B ok'],
    '今日 ok',
  ],
  [
    'Japanese escapes named otherwise',
    'text/plain; charset=utf-8',
    [[0x1b], '$B', [0x3a, 0x23, 0x46, 0x7c], [0x1b], '(B'],
    '今日',
  ],
  ['Korean escapes', 'text/plain; charset=iso-2022-kr', [[0x1b], '$)C', [0x0e, 0x48, 0x2f, 0x0f], ' ok'], '환 ok'],
  ['Korean escapes without a name', 'text/plain', [[0x1b], '$)C', [0x0e, 0x48, 0x2f, 0x0f], ' ok'], '환 ok'],
  ['Japanese', 'text/plain; charset=Shift_JIS', [[0x8d, 0xa1, 0x93, 0xfa]], '今日'],
  ['Windows as UTF-8', 'text/plain; charset=utf-8', ['Gr', [0xfc, 0xdf], 'e'], 'Grüße'],
  ['HTML of Windows without a name', 'text/html', ['<p>Gr', [0xfc, 0xdf], 'e</p>'], 'Grüße'],
  ['UTF-8 with one broken character', 'text/plain; charset=utf-8', ['Grüße नम', [0xff], ''], 'Grüße नम\ufffd'],
  ['UTF-7', 'text/plain; charset=utf-7', ['Gr+APwA3w-e 1 +- 1'], 'Grüße 1 + 1'],
  ['lines that end as on old computers', 'text/plain', ['a\rb\r\nc'], 'a\nb\nc'],
  ['a type that is none', 'text', ['Yes please.'], 'Yes please.'],
  ['Markdown', 'text/markdown; charset=utf-8', ['Yes *please*.'], 'Yes *please*.'],
  ['parts that do not begin', 'multipart/mixed; boundary=a', ['--b\r\n\r\nYes please.'], '--b\n\nYes please.'],
  ['parts without a boundary', 'multipart/alternative', ['Yes please.'], 'Yes please.'],
])('reads %s', async (_, type, body, expected) => {
  expect((await read(type, ...body)).text.replace(/\n$/, '')).toBe(expected)
})

test('reads subjects in the character set that they have', async () => {
  const subjectOf = async (subject: string) => (await readMessage(bytes(`Subject: ${subject}\r\n\r\nx`))).subject
  expect(await subjectOf('=?us-ascii?Q?Gr=C3=BC=C3=9Fe?=')).toBe('Grüße')
  expect(await subjectOf('=?iso-8859-1?B?R3L8327=?=')).toMatch(/^Grüß/)
  expect(await subjectOf('\u001b$B:#F|\u001b(B')).toBe('今日')
  const rawly = async (charset: string, ...subject: number[]) =>
    (await readMessage(bytes('Subject: ', subject, `\r\nContent-Type: text/plain${charset}\r\n\r\nx`))).subject
  expect(await rawly('', 0x47, 0x72, 0xfc, 0xdf, 0x65)).toBe('Grüße')
  expect(await rawly('; charset="koi8-r"', 0xe4, 0xc1)).toBe('Да')
  expect(await rawly('; charset=gbk', 0xc4, 0xe3, 0xba, 0xc3)).toBe('你好')
})

test('names every attachment but the pictures of the text', async () => {
  const body = parts(
    'm',
    `Content-Type: multipart/related; boundary=r\r\n\r\n${parts('r', html('Hi <img src="cid:logo@x">'), file('image/png; name=logo.png', 'Content-ID: <logo@x>'), file('image/png; name=plan.png', 'Content-ID: <plan@x>', 'Content-Disposition: inline'))}`,
    file('application/pdf', 'Content-ID: <f_1@x>', 'Content-Disposition: attachment; filename="offer.pdf"'),
    file('text/plain', 'Content-Disposition: attachment; filename=notes.txt'),
    file('text/plain; name=list.txt', 'Content-Disposition: inline; filename=list.txt'),
    file('application/octet-stream', 'Content-Disposition: attachment'),
    'Content-Type: message/rfc822\r\n\r\nFrom: c@d.example\r\nSubject: Older\r\n\r\nHello',
    'Content-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\nSubject: =?utf-8?Q?=C3=84lter?=\r\n\r\nHello',
  )
  const { attachments, text } = await read('multipart/mixed; boundary=m', body)
  expect(attachments).toEqual([
    'plan.png',
    'offer.pdf',
    'notes.txt',
    'list.txt',
    'attachment',
    'Older.eml',
    'Älter.eml',
  ])
  expect(text).toBe('Hi')
})

test.each<[string, string, string]>([
  [
    'parts without end',
    'multipart/mixed; boundary=b0',
    Array.from(
      { length: 400 },
      (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
    ).join(''),
  ],
  ['HTML without end', 'text/html', '<ul><li><table><tr><td>'.repeat(8_000)],
])('does not fail on %s', async (_, type, body) => {
  expect(await read(type, body)).toMatchObject({ subject: 'x', email: { from: { address: 'a@b.example' } } })
})
