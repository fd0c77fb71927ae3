import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { eventBody } from './event-body.ts'
import { eventKind } from './event-kind.ts'
import type { HookForm } from './hooks.table.ts'

const kind = eventKind({
  name: 'contact.created',
  label: 'Someone writes',
  group: 'Contacts',
  data: z.object({ name: z.string(), subject: z.string(), adminUrl: z.string(), message: z.optional(z.string()) }),
  personal: ['message'],
  example: { name: 'Asha Rao', subject: 'Cloud migration', adminUrl: 'https://site.example/#/admin/contacts/1' },
  line: ({ name, subject }) => `New message from ${name}: ${subject}`,
  link: 'adminUrl',
})
const { adminUrl } = kind.example

const bodyOf = (form: HookForm, data: Partial<typeof kind.example> = {}, personal = false) =>
  JSON.parse(
    eventBody(kind, { data: { ...kind.example, ...data }, at: '2027-02-03T08:15:00.000Z' }, { form, personal }),
  )

/** The texts of a message that the chat shows. */
function shownIn(form: HookForm, data: Partial<typeof kind.example> = {}): string {
  const body = bodyOf(form, data)
  if (form !== 'teams') return body.text
  const [{ content }] = body.attachments
  return content.body[0].inlines[0].text
}
const chats = ['slack', 'teams', 'googleChat'] as const

test('a chat gets one line and the link to the back office', () => {
  const line = 'New message from Asha Rao: Cloud migration'
  expect(bodyOf('slack')).toEqual({ text: `${line}\n<${adminUrl}>` })
  expect(bodyOf('googleChat')).toEqual({ text: `${line}\n${adminUrl}` })
  const [card, ...others] = bodyOf('teams').attachments
  expect(others).toEqual([])
  expect(card.content).toMatchObject({
    body: [{ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: line }] }],
    actions: [{ type: 'Action.OpenUrl', url: adminUrl }],
  })
})

test('a program gets all of it as it was typed, without the message unless that is ticked', () => {
  const data = { name: '<!channel> \u202eA', subject: 'https://evil.example', message: 'Secret' }
  const told = { type: 'contact.created', timestamp: '2027-02-03T08:15:00.000Z' }
  const { message: _, ...bare } = data
  expect(bodyOf('generic', data)).toEqual({ ...told, data: { ...bare, adminUrl } })
  expect(bodyOf('generic', data, true)).toEqual({ ...told, data: { ...data, adminUrl } })
})

test.each(chats)('nothing that a stranger types is a mention, a link or markup in %s', (form) => {
  const hostile = [
    '<!channel> <!here> <!everyone>',
    '<@U012AB3CD> <#C012|x>',
    '<users/all> and <users/1234>',
    '<https://evil.example|your bank>',
    '[your bank](https://evil.example)',
    'https://evil.example/login http://10.0.0.1',
    'www.evil.example or evil.example',
    '@channel @here write to boss@evil.example',
    '<at>Everyone</at> <script>alert(1)</script>',
    '&lt;!channel&gt;',
  ]
  for (const words of hostile) {
    const [line = '', link, ...others] = shownIn(form, { name: words, subject: words }).split('\n')
    expect([words, others, link]).toEqual([words, [], form === 'teams' ? undefined : expect.stringContaining(adminUrl)])
    if (form !== 'teams') expect(line).not.toMatch(/[<>]/)
    expect(line).not.toMatch(/https?:\/\/|[a-z0-9][.@][a-z0-9]|(^|\s)@[a-z]/i)
    // The words themselves are there.
    expect(line.replaceAll('\u2060', '')).toContain(/evil|here|users|Everyone|channel|x/.exec(words)?.[0])
  }
  if (form === 'slack') expect(shownIn(form, { name: '&lt;!channel&gt;' })).toContain('&amp;lt;!channel&amp;gt;')
})

test.each(chats)('words of any script and length fit into one line of %s', (form) => {
  const lineOf = (data: Partial<typeof kind.example>) => shownIn(form, data).split('\n')[0] ?? ''
  expect(lineOf({ name: 'आशा राव', subject: 'क्‍षमा 👩‍👩‍👧' })).toBe('New message from आशा राव: क्‍षमा 👩‍👩‍👧')
  expect(lineOf({ name: 'سارة', subject: 'سؤال' })).toBe('New message from \u2068سارة\u2069: \u2068سؤال\u2069')
  expect(lineOf({ name: 'A\u202egnp.exe\u202c', subject: 'a\u0000b\r\n\tc\u2028d' })).toBe(
    'New message from A gnp.\u2060exe: a b c d',
  )
  for (const one of ['x', 'क्', '🚀', '\u0301', ' ', '<', '&', 'سا']) {
    const long = one.repeat(10_000)
    const line = lineOf({ name: long, subject: long })
    expect(line.isWellFormed()).toBe(true)
    // An escape of Slack takes up to five characters for one.
    expect(line.length).toBeLessThan(form === 'slack' ? 2_500 : 510)
    expect(line).toMatch(/^New message from /)
    expect(shownIn(form, { name: long, subject: long })).toContain(form === 'teams' ? 'New' : adminUrl)
  }
  expect(lineOf({ name: '', subject: ' ' })).toBe('New message from :')
})
