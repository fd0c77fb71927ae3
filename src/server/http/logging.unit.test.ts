import { expect, test } from 'vitest'
import { processorTime } from '#testing/processor-time.ts'
import { withoutSecrets } from './logging.ts'

test.each([
  [
    '{"path":"/newsletter/unsubscribe?token=abc.0.AAAAAAAAAAAAAAAAAAAAAA"}',
    '{"path":"/newsletter/unsubscribe?[removed]"}',
  ],
  ['{"msg":"Route GET:/x?search=Anna%20Smith not found"}', '{"msg":"Route GET:/x?[removed] not found"}'],
  ['{"path":"/a/cnZhbHVl.0.h4Jf0v-2Qk_9s8ZpYw3xTA/b"}', '{"path":"/a/[token]/b"}'],
  ['{"path":"/preview/f-3x_ZQ2mVt8s1Kd0aYpLrWcB7uNhEo5gJ4iTqXv6Mk"}', '{"path":"/preview/[token]"}'],
  ['{"path":"/api/previews/blogs/%66-3x_ZQ2mVt8s1"}', '{"path":"/api/previews/[token]"}'],
  ['{"msg":"Route GET:/preview/courses/f-3x_ZQ2m/x not found"}', '{"msg":"Route GET:/preview/[token] not found"}'],
  ['{"path":"/c/f-3x_ZQ2mVt8s1Kd0aYpLrWcB7uNhEo5gJ4iTqXv6Mk/y"}', '{"path":"/c/[token]/y"}'],
  [
    '{"path":"/blog/how-we-moved-forty-servers-to-pune-in-1-day"}',
    '{"path":"/blog/how-we-moved-forty-servers-to-pune-in-1-day"}',
  ],
  ['{"stack":"at x (/app/features/preview/x.ts:1:2)"}', '{"stack":"at x (/app/features/preview/x.ts:1:2)"}'],
  ['{"msg":"authorization: Bearer a.b~c+d/e=-_"}', '{"msg":"authorization: Bearer [removed]"}'],
  ['{"msg":"eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln is old"}', '{"msg":"[token] is old"}'],
  [
    '{"msg":"550 5.1.1 <anna.smith+news@mail.example.net>: no such user"}',
    '{"msg":"550 5.1.1 <[address]>: no such user"}',
  ],
  ['{"path":"/x/anna%40example.net/y"}', '{"path":"/x/[address]/y"}'],
  ['{"msg":"Key (email)=(andré@exämple.net) exists"}', '{"msg":"Key (email)=([address]) exists"}'],
  ['{"msg":"postgres://site:secret@db:5432/x"}', '{"msg":"postgres://site:[address]:5432/x"}'],
  ['{"msg":"Why? Because."}', '{"msg":"Why? Because."}'],
  [
    '{"stack":"at x (/app/node_modules/@fastify/static/index.js:1:2)"}',
    '{"stack":"at x (/app/node_modules/@fastify/static/index.js:1:2)"}',
  ],
])('%s', (line, shown) => {
  expect(withoutSecrets(line)).toBe(shown)
  JSON.parse(withoutSecrets(line))
})

test.each(['a', '?', '@', 'a@', 'a.', 'a-', 'eyJ', '%40', 'a.b.', 'Bearer ', 'eyJa.', '/preview/', '"/preview/', 'aB'])(
  'a long line of %s is filtered in linear time',
  (piece) => {
    const started = process.cpuUsage()
    withoutSecrets(piece.repeat(150_000 / piece.length))
    expect(processorTime(started)).toBeLessThan(3_000)
  },
)
