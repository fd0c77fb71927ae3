import { expect, test } from 'vitest'
import { textOfHtml } from './html-text.server.ts'
import { splitQuotation } from './quotation.ts'
import { attachmentNames, chosenText, wordsOf } from './received-mail.server.ts'

const text = (html: string) => textOfHtml(html, 1_000_000)

test('an element can have the name of something that every object has', () => {
  expect(text('<p>One</p><constructor>two</constructor><p>three</p>')).toBe('One\n\ntwo\n\nthree')
})

test.each<[string, string, string]>([
  ['lines', '<div>Yes please.</div><div><br></div><div>Asha</div>', 'Yes please.\n\nAsha'],
  ['paragraphs', '<p>One</p>\n<p>Two<br>\nThree</p>', 'One\n\nTwo\nThree'],
  [
    'paragraphs of Outlook',
    '<p class="MsoNormal">One</p><p class=MsoNormal>&nbsp;</p><p class=MsoNormal>Two</p>',
    'One\n\nTwo',
  ],
  [
    'words of the writer',
    'Use s3://&lt;bucket&gt; &amp; List&lt;String&gt; <b>now</b>',
    'Use s3://<bucket> & List<String> now',
  ],
  [
    'lists',
    '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><ol start=3><li>d<li>e</ol>',
    '- a\n- b\n  - c\n\n3. d\n4. e',
  ],
  [
    'tables',
    '<table><tr><th>Item</th><th>Price</th></tr><tr><td>Disk</td><td>10</td></tr></table>',
    'Item Price\nDisk 10',
  ],
  [
    'links',
    '<a href="https://a.example/x">here</a> <a href="https://b.example/">b.example</a> <a href="mailto:a@b.c">a@b.c</a>',
    'here [https://a.example/x] b.example a@b.c',
  ],
  ['pictures', 'Look <img src="cid:1" alt="Plan"> <img alt="👍" src="x"><img src="t.gif" alt="">', 'Look [Plan] 👍'],
  ['code', '<pre>a\n  b &lt; c</pre>', 'a\n  b < c'],
  [
    'what nobody sees',
    '<html><head><title>T</title><style>p{}</style></head><body><div style="display: none">x</div>Hi<script>1</script>',
    'Hi',
  ],
  [
    'a quotation',
    'Yes<blockquote type="cite"><div>One</div><blockquote class=x><div>Two</div></blockquote></blockquote>',
    'Yes\n\n> One\n>\n>> Two',
  ],
  [
    'an indented text',
    'Yes<blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>and no</div></blockquote>',
    'Yes\n\nand no',
  ],
  ['words that are hidden', '<div style="max-height: 0; overflow: hidden">Preview</div><p>Yes</p>', 'Yes'],
  ['words of no size', '<span style="font-size:0px">Preview</span>Yes', 'Yes'],
  ['an address that was not escaped', '<p>Asha <asha@x.example> agrees</p>', 'Asha <asha@x.example> agrees'],
  [
    'a link through a page that checks it',
    '<a href="https://check.example/?url=https%3A%2F%2Fx.example%2Fplan&amp;k=1">https://x.example/plan</a>',
    'https://x.example/plan',
  ],
])('reads %s in HTML', (_, html, expected) => {
  expect(text(html)).toBe(expected)
})

test.each<[string, string]>([
  [
    'Gmail',
    '<div dir="ltr">Yes please.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Thu, 26 Nov 2026 at 10:15, Acme &lt;<a href="mailto:info@example.com">info@example.com</a>&gt; wrote:<br></div><blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex"><p>Shall we?</p></blockquote></div>',
  ],
  [
    'Outlook',
    '<div class="WordSection1"><p class="MsoNormal">Yes please.</p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p class="MsoNormal"><b>From:</b> Acme<br><b>Sent:</b> Thursday, November 26, 2026 10:15<br><b>To:</b> Asha<br><b>Subject:</b> RE: x</p></div></div><p class="MsoNormal">Shall we?</p></div>',
  ],
  [
    'Outlook on the web',
    '<div>Yes please.</div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg"><font><b>Von:</b> Acme<br><b>Gesendet:</b> Donnerstag<br><b>An:</b> Jonas<br><b>Betreff:</b> x</font></div><div>Sollen wir?</div>',
  ],
  [
    'Apple Mail',
    '<html><body>Yes please.<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 26 Nov 2026, at 10:15, Acme &lt;info@example.com&gt; wrote:</div><br><div>Shall we?</div></blockquote></div></body></html>',
  ],
  [
    'Yahoo',
    '<div class="yahoo-style-wrap"><div dir="ltr">Yes please.</div><div><br></div></div><div id="yahoo_quoted_1" class="yahoo_quoted"><div><div>On Thursday, November 26, 2026 at 10:15:00 AM GMT+5:30, Acme &lt;info@example.com&gt; wrote:</div><div><br></div><div>Shall we?</div></div></div>',
  ],
  [
    'GMX',
    '<div>Yes please.</div><div name="quote" style="margin:10px 5px 5px 10px;border-left:2px solid #C3D9E5"><div><b>Gesendet:</b> Donnerstag<br><b>Von:</b> Acme</div><div>Shall we?</div></div>',
  ],
  [
    'Thunderbird',
    '<p>Yes please.</p><div class="moz-cite-prefix">Am 26.11.26 um 10:15 schrieb Acme:<br></div><blockquote type="cite" cite="mid:1"><p>Sollen wir?</p></blockquote>',
  ],
  [
    'Gmail with a signature',
    '<div dir="ltr">Yes please.<div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature">Asha Nair<div>Pune</div></div></div>',
  ],
])('folds the quotation in the HTML of %s', (_, html) => {
  expect(splitQuotation(text(html)).text).toBe('Yes please.')
})

test.each<[string, string, string, string]>([
  ['a blank text', ' \u00a0\r\n\u200b\ufeff\u034f', 'Yes please.', 'Yes please.'],
  ['question marks for letters', '????, ??????.', 'Да, спасибо.', 'Да, спасибо.'],
  ['letters that could not be written', '\ufffd\ufffd\ufffd?', '可以吗？', '可以吗？'],
  ['the name of a picture', '[cid:image001.png@01DC5E]', 'Yes please.', 'Yes please.'],
  [
    'the first half',
    'Dear Asha, we would like to',
    'Dear Asha, we would like to take two places in May, one for Ina.',
    'Dear Asha, we would like to take two places in May, one for Ina.',
  ],
  ['a stub', 'This message requires an HTML mail program.', 'Yes please.', 'Yes please.'],
  ['a stub in German', 'Ihr E-Mail-Programm kann keine HTML-Nachrichten anzeigen.', 'Ja bitte.', 'Ja bitte.'],
  ['a stub in French', 'Ouvrez ce message dans votre navigateur : https://a.example/1', 'Oui merci.', 'Oui merci.'],
  ['a stub in Russian', 'Ваша почтовая программа не поддерживает HTML', 'Да, спасибо.', 'Да, спасибо.'],
  ['a stub in Japanese', 'HTML形式のメールです。', '承知しました。', '承知しました。'],
  ['a stub in Hindi', 'यह संदेश ब्राउज़र में देखें', 'हाँ, धन्यवाद।', 'हाँ, धन्यवाद।'],
  [
    'the first words',
    'Hello Asha,',
    `Hello Asha, we have thought about it. ${'And about that. '.repeat(4)}`,
    `Hello Asha, we have thought about it. ${'And about that. '.repeat(4)}`,
  ],
  [
    'the same text',
    'Please send the HTML version.\n',
    'Please send the HTML version.',
    'Please send the HTML version.\n',
  ],
  ['a text and a picture', 'See you on Friday', '[Logo]', 'See you on Friday\n\n[Logo]'],
  ['another text', 'Call me', 'On Monday I am in Pune', 'Call me\n\nOn Monday I am in Pune'],
  ['a text with less HTML', 'Thanks from the service', 'Thanks', 'Thanks from the service'],
  ['no HTML', 'Yes', '\u200b', 'Yes'],
  ['an emoji', '👍', 'Yes', '👍\n\nYes'],
  ['the same emoji', '👍', '👍', '👍'],
])('chooses between HTML and %s', (_, plain, html, expected) => {
  expect(chosenText(plain, html)).toBe(expected)
})

test('names the attachments that the HTML does not show', () => {
  const files = [
    { name: 'logo.png', contentId: '<Logo@x>' },
    { name: 'plan.pdf', contentId: '<f1@x>' },
    { filename: 'a.jpg' },
    'b.zip',
    {},
  ]
  expect(attachmentNames(files, '<img src="cid:logo@x">')).toEqual(['plan.pdf', 'a.jpg', 'b.zip', 'attachment'])
  expect(attachmentNames(files, '')).toHaveLength(5)
})

test.each([
  ['lists', '<ul><li>'.repeat(15_000)],
  ['tables', '<table><tr><td>'.repeat(12_000)],
  ['quotations', '<blockquote>'.repeat(30_000)],
  ['end tags', '</div>'.repeat(40_000)],
  ['links', '<a href="https://a.example/">'.repeat(10_000)],
  ['spaces', `${'&nbsp;'.repeat(90_000)}x<br>`],
  ['styles', `<div style="${'border-top:'.repeat(90_000)}">`],
  ['slashes', `<a href="https://a.example/${'/'.repeat(500_000)}x">${'/'.repeat(80_000)}x</a>`],
])('reads endless %s', (_, html) => {
  const start = process.cpuUsage()
  expect(text(`${html}Yes`)).toMatch(/Yes/)
  expect(wordsOf({ html: `${html}${'long '.repeat(30_000)}` })).toMatch(/in the mailbox\.\]$/)
  expect(process.cpuUsage(start).user / 1_000).toBeLessThan(4_000)
})
