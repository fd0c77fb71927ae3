import { expect, test } from 'vitest'
import { deliveryReport, readMessage } from './mime-message.ts'

type Parts = { status: string; type?: string; returned?: string; returnedType?: string; head?: string; report?: string }

const ours =
  'Received: from app\nMessage-ID:\n <0197a@example.com>\nFrom: Acme <no-reply@example.com>\nTo: Tara <tara@example.net>'

const source = ({
  status,
  type = 'message/delivery-status',
  returned = ours,
  returnedType = 'message/rfc822',
  head = '',
  report = 'report; report-type=delivery-status',
}: Parts) =>
  `From: Mail Delivery System <MAILER-DAEMON@mx.example.net>
To: no-reply@example.com
Subject: Undelivered
${head}MIME-Version: 1.0
Content-Type: multipart/${report}; boundary="b"

--b
Content-Type: text/plain; charset=utf-8

Your message could not be delivered.
--b
Content-Type: ${type}

${status}
--b
Content-Type: ${returnedType}

${returned}

--b--
`.replaceAll('\n', '\r\n')

async function read(parts: Parts) {
  const { report, email } = await readMessage(Buffer.from(source(parts)))
  return deliveryReport(report, [email.inReplyTo ?? ''])
}

const failed = 'Final-Recipient: rfc822; tara@example.net\nAction: failed\nStatus: 5.1.1'

test.each<[name: string, parts: Parts, expected: object]>([
  [
    'Postfix',
    {
      status: `Reporting-MTA: dns; mx.example.com\nX-Postfix-Queue-ID: 4c\n\n${failed}\nOriginal-Recipient: rfc822;tara@example.net\nDiagnostic-Code: smtp; 550 5.1.1 <tara@example.net>: Recipient address\n    rejected: User unknown`,
    },
    {
      status: '5.1.1',
      action: 'failed',
      reason: '550 5.1.1 <tara@example.net>: Recipient address rejected: User unknown',
    },
  ],
  [
    'headers only',
    { status: `Reporting-MTA: dns;mx\n\n${failed}`, returnedType: 'text/rfc822-headers' },
    { status: '5.1.1', reason: '' },
  ],
  [
    'Exchange',
    {
      status:
        'Reporting-MTA: dns;exch.example.net\n\nFinal-recipient: RFC822; tara@example.net\nAction: failed\nStatus: 5.2.2\nDiagnostic-code: smtp;554 5.2.2 mailbox full',
      type: 'message/delivery-status; name="details.txt"',
    },
    { status: '5.2.2', reason: '554 5.2.2 mailbox full' },
  ],
  [
    'another script',
    {
      status:
        'Reporting-MTA: dns; mx\n\nFinal-Recipient: utf-8; tara@example.net\nAction: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp; 550 अस्वीकृत',
      type: 'message/global-delivery-status',
      returnedType: 'message/global-headers',
    },
    { status: '5.7.1', reason: '550 अस्वीकृत' },
  ],
  [
    'late',
    { status: 'Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; tara@example.net\nAction: delayed\nStatus: 4.4.1' },
    { action: 'delayed', status: '4.4.1' },
  ],
])('reads the report of %s', async (_, parts, expected) => {
  const report = await read(parts)
  expect(report).toMatchObject({ messageIds: ['<0197a@example.com>'], recipients: [expected] })
  expect(report?.recipients[0]?.addresses).toEqual(
    expect.arrayContaining(['tara@example.net', 'Tara <tara@example.net>']),
  )
})

test('reads the answered message where no headers come back', async () => {
  const parts = { status: `Reporting-MTA: dns; mx\n\n${failed}`, returnedType: 'text/plain', returned: 'Sorry' }
  expect(await read({ ...parts, head: 'In-Reply-To: <0197b@example.com>\n' })).toMatchObject({
    messageIds: ['<0197b@example.com>'],
  })
})

test('a message that a person writes is no report', async () => {
  expect(await read({ status: failed, type: 'text/plain' })).toBeUndefined()
  expect(await read({ status: `Reporting-MTA: dns; mx\n\n${failed}`, report: 'mixed' })).toBeUndefined()
})
