import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isLinkTarget, isOwnPath, isWebAddress } from './addresses.ts'

const whole = [
  'https://example.com',
  'HTTP://Example.com:8080/a?b=c#d',
  'https://[::1]/',
  'https://münchen.example/größe',
]
const hostile = [
  'http://[',
  'https://',
  'https:///',
  'https:example.com',
  'https:/example.com',
  'https://u:p@evil.test',
  'https://example.com@evil.test/',
  'https://:p@evil.test',
  'https://exa mple.com',
  'https://example.com:99999/',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'ftp://example.com/',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  '\\\\evil.test',
  'courses',
  'example.com',
]

test('a web address is absolute, http or https, and has no user name', () => {
  for (const text of whole) expect(isWebAddress(text), text).toBe(true)
  for (const text of [...hostile, '/courses', 'mailto:info@example.com']) expect(isWebAddress(text), text).toBe(false)
})

test('a path leads nowhere but to this site', () => {
  for (const text of ['/', '/courses?level=Beginner#top', '/größe']) expect(isOwnPath(text), text).toBe(true)
  for (const text of [
    ...hostile,
    ...whole,
    '//one.invalid',
    '/\\two.invalid/',
    '/.//one.invalid',
    '/a/..//one.invalid',
  ])
    expect(isOwnPath(text), text).toBe(false)
})

test('a link leads to a path, a page, a mailbox or a phone', () => {
  for (const text of [...whole, '/courses', 'mailto:info@example.com', 'tel:+912055500142'])
    expect(isLinkTarget(text), text).toBe(true)
  for (const text of [...hostile, 'mailto:', 'tel:']) expect(isLinkTarget(text), text).toBe(false)
})

const contracts = import.meta.glob<Record<string, unknown>>(['../features/**/*.contract.ts', './company.ts'], {
  eager: true,
})
const accepts = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success

/** The fields below a schema that take an address: those that accept one and refuse another text. */
function addressFields(schema: unknown, name: string): [string, z.ZodMiniType][] {
  const { def } = (schema as z.ZodMiniType | null)?._zod ?? {}
  const { type, innerType, element, shape, in: input } = (def ?? {}) as Record<string, unknown>
  if (type === 'object')
    return Object.entries(shape as object).flatMap(([key, one]) => addressFields(one, `${name}.${key}`))
  if (type === 'array') return addressFields(element, name)
  if (type === 'optional' || type === 'nullable') return addressFields(innerType, name)
  // A value that can be removed.
  if (type === 'pipe') return addressFields(input, name)
  const text = schema as z.ZodMiniType
  return type === 'string' && accepts(text, 'https://example.com/a.png') && !accepts(text, 'no address')
    ? [[name, text]]
    : []
}

test('every field that takes an address refuses all others', () => {
  const fields = Object.values(contracts).flatMap((module) =>
    // A group of settings has its contract as `input`.
    Object.entries(module).flatMap(([name, one]) =>
      addressFields((one as { input?: unknown } | null)?.input ?? one, name),
    ),
  )
  expect(fields.length).toBeGreaterThan(15)
  for (const [name, schema] of fields)
    for (const text of hostile) expect(accepts(schema, text), `${name}: ${text}`).toBe(false)
})
