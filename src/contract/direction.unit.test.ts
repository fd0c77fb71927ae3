import { expect, test } from 'vitest'
import { mostlyDirectionOf } from './direction.ts'

test('a sentence with a name from right to left runs as most of its words do', () => {
  for (const text of [
    'محمد العربي (mohammed@example.com) now has access to the back office.',
    'محمد العربي withdrew: Cloud',
    'Hello محمد العربي,',
    'राजेश कुमार, overdue',
    '+91 20 5550 0142',
    '',
  ])
    expect(mostlyDirectionOf(text), text).toBe('ltr')
  for (const text of ['مرحبا بالعالم، هذه رسالة', '“שלום עולם”, 2026', 'محمد العربي', 'نستخدم AWS منذ ثلاث سنوات'])
    expect(mostlyDirectionOf(text), text).toBe('rtl')
})
