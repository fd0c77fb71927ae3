import { expect, test } from 'vitest'
import { restInMailbox } from '../ground/desk.contract.ts'
import { splitQuotation } from './quotation.ts'

/** What visitors wrote, in several scripts. The tables take them in turn. */
const own = [
  'Yes please.',
  'Guten Tag,\n\nder Dienstag passt uns gut.\n\nViele Grüße\nJonas Weber',
  'Bonjour,\n\nmerci pour votre offre : nous la prenons.\n\nCamille',
  'धन्यवाद, कृपया आगे बढ़ें।',
  '承知しました。\nよろしくお願いします。',
  'Спасибо! Нас всё устраивает.',
  'شكرا لكم، الموعد مناسب.',
  'Three points:\n\n1. 40 servers\n2. Budget: 20,000 EUR\n3. Start: January\n\nBest,\nMaria',
]

const us = 'Acme Cloud <info@example.com>'
const token = 'replies+0kq3v7d1b5n9s2f6h8j4m0p3@example.com'

/** How mail programs quote below an answer. */
const below: [program: string, rest: string][] = [
  ['Gmail', `On Thu, 26 Nov 2026 at 10:15, ${us} wrote:\n\n> Dear Asha,\n>\n> Shall we start?\n`],
  [
    'Gmail, broken',
    `On Thu, Nov 26, 2026 at 10:15 AM Marketing, Acme Cloud Consulting <\n${token}> wrote:\n\n> Shall we?\n`,
  ],
  ['Gmail, broken in the day', `On Thursday, November 26,\n2026 at 10:15 AM, ${us}\nwrote:\n> Shall we?`],
  ['Gmail in German', `Am Do., 26. Nov. 2026 um 10:15 Uhr schrieb ${us}:\n\n> Sehr geehrter Herr Weber,\n> gern.`],
  ['Gmail in French', `Le jeu. 26 nov. 2026 à 10:15, ${us} a écrit :\n\n> Bonjour\n`],
  ['Gmail in Spanish', `El jue, 26 nov 2026 a las 10:15, ${us} (<info@example.com>)\nescribió:\n\n> Hola`],
  ['Gmail in Hindi', `गुरु, 26 नव॰ 2026 को 10:15 am बजे को Acme Cloud <info@example.com> ने लिखा:\n\n> नमस्ते`],
  ['Gmail in Japanese', `2026年11月26日(木) 10:15 ${us}:\n\n> お世話になります。`],
  ['Gmail in Chinese', `Acme Cloud <info@example.com> 于2026年11月26日周四 10:15写道：\n\n> 您好`],
  ['Gmail in Korean', `2026년 11월 26일 (목) 오전 10:15, ${us}님이 작성:\n\n> 안녕하세요`],
  ['Gmail in Russian', `чт, 26 нояб. 2026 г. в 10:15, ${us}:\n\n> Добрый день`],
  [
    'Gmail in Arabic',
    `‫في الخميس، ٢٦ نوفمبر ٢٠٢٦ في ١٠:١٥ ص تمت كتابة ما يلي بواسطة ‪Acme‬‏ <‪info@example.com‬‏>:‬\n\n> مرحبا`,
  ],
  ['Gmail in Hebrew', `‫בתאריך יום ה׳, 26 בנוב׳ 2026 ב-10:15 מאת ‪Acme‬‏ <‪info@example.com‬‏>:‬\n\n> שלום`],
  ['Gmail in Portuguese', `Em qui., 26 de nov. de 2026 às 10:15, ${us}\nescreveu:\n\n> Bom dia`],
  ['Gmail in Vietnamese', `Vào Th 5, 26 thg 11, 2026 vào lúc 10:15 ${us} đã viết:\n\n> Chào bạn`],
  ['Gmail in Turkish', `${us}, 26 Kas 2026 Per, 10:15 tarihinde şunu yazdı:\n\n> Merhaba`],
  ['Gmail in Polish', `czw., 26 lis 2026 o 10:15 ${us} napisał(a):\n\n> Dzień dobry`],
  ['Gmail in Dutch', `Op do 26 nov 2026 om 10:15 schreef ${us}:\n\n> Goedendag`],
  ['Gmail in Thai', `ในวันที่ พฤ. 26 พ.ย. 2026 เวลา 10:15 ${us} เขียนว่า:\n\n> สวัสดี`],
  ['Apple Mail', `> On 26. Nov 2026, at 10:15, ${us} wrote:\n> \n> Dear Asha,\n> shall we?\n`],
  ['iOS', `Sent from my iPhone\n\n> On 26 Nov 2026, at 10:15, ${us} wrote:\n> \n> ﻿Dear Asha`],
  ['iOS in German', `Von meinem iPhone gesendet\n\n> Am 26.11.2026 um 10:15 schrieb ${us}:\n> \n> ﻿Guten Tag`],
  ['iOS in Italian', `Inviato da iPhone\n\n> Il giorno 26 nov 2026, alle ore 10:15, ${us} ha scritto:\n> \n> ﻿Salve`],
  ['iOS in Chinese', `发自我的 iPhone\n\n> 在 2026年11月26日，10:15，${us} 写道：\n> \n> ﻿您好`],
  ['iOS in Japanese', `iPhoneから送信\n\n> 2026/11/26 10:15、${us}のメール:\n> \n> ﻿お世話になります`],
  ['Thunderbird', 'On 26/11/2026 10:15, Acme Cloud wrote:\n> Dear Asha,\n> shall we?\n>> Hello\n'],
  ['Thunderbird in German', 'Am 26.11.26 um 10:15 schrieb Acme Cloud:\n> Guten Tag'],
  ['Thunderbird in Swedish', 'Den 2026-11-26 kl. 10:15, skrev Acme Cloud:\n> Hej'],
  [
    'Outlook',
    `From: ${us} \nSent: Thursday, November 26, 2026 10:15 AM\nTo: Asha Nair <asha@example.net>\nSubject: RE: Servers\n\nDear Asha,\n\nshall we?`,
  ],
  [
    'Outlook without addresses',
    'From: Acme Cloud\nSent: 26 November 2026 10:15\nTo: Asha Nair\nSubject: RE: Servers\n\nDear Asha',
  ],
  [
    'Outlook with a long address',
    `From: Marketing, Acme Cloud Consulting\n<${token}>\nSent: Thursday, November 26, 2026 10:15 AM\nTo: Asha Nair\nSubject: RE: Servers\n\nDear Asha`,
  ],
  [
    'Outlook in German',
    `Von: ${us}\nGesendet: Donnerstag, 26. November 2026 10:15\nAn: Jonas Weber <jonas@example.net>\nCc: Einkauf\nBetreff: AW: Server\nWichtigkeit: Hoch\n\nGuten Tag`,
  ],
  [
    'Outlook in French',
    `De : Acme Cloud [mailto:info@example.com]\nEnvoyé : jeudi 26 novembre 2026 10:15\nÀ : Camille Roy\nObjet : RE: Serveurs\n\nBonjour`,
  ],
  [
    'Outlook in Japanese',
    '差出人: Acme Cloud <info@example.com>\n送信日時: 2026年11月26日 10:15\n宛先: 田中\n件名: RE: サーバー\n\nお世話になります',
  ],
  [
    'Outlook in Chinese',
    '发件人： Acme Cloud <info@example.com>\n发送时间： 2026年11月26日 10:15\n收件人： 王\n主题： 回复: 服务器\n\n您好',
  ],
  [
    'Outlook in Finnish',
    'Lähettäjä: Acme <info@example.com>\nLähetetty: torstai 26. marraskuuta 2026 10.15\nVastaanottaja: Aino\nAihe: VS: Palvelimet\n\nHei',
  ],
  [
    'Outlook in Polish',
    'Od: Acme <info@example.com>\nWysłano: czwartek, 26 listopada 2026 10:15\nDo: Jan\nTemat: ODP: Serwery\n\nDzień dobry',
  ],
  [
    'Outlook in a language that is not listed',
    'Tambat: Acme <info@example.com>\nIrkut: 26 Volur 2026 10:15\nHarun: Asha <asha@example.net>\nMelok: Re: Serveri\n\nSalu',
  ],
  [
    'Outlook on the web',
    `________________________________\nFrom: ${us}\nSent: Thursday, November 26, 2026 10:15:00 AM\nTo: Asha Nair <asha@example.net>\nSubject: Re: Servers\n\nDear Asha`,
  ],
  [
    'Outlook for iOS',
    `Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: ${us}\nSent: Thursday, November 26, 2026 10:15:00 AM\nTo: Asha\nSubject: Re: Servers\n\nDear Asha`,
  ],
  ['Outlook Express', '-----Original Message-----\nFrom: Acme\nTo: Asha\nSent: Thursday\n\nDear Asha'],
  ['Outlook in old German', '-----Ursprüngliche Nachricht-----\nVon: Acme\nGesendet: Donnerstag\n\nGuten Tag'],
  [
    'Outlook with bold labels',
    `*From:* ${us}\n*Sent:* Thursday, November 26, 2026 10:15 AM\n*To:* Asha Nair\n*Subject:* Re: Servers\n\nDear Asha`,
  ],
  [
    'Samsung',
    `Sent from my Galaxy\n\n\n-------- Original message --------\nFrom: ${us}\nDate: 26/11/2026 10:15 (GMT+05:30)\nTo: asha@example.net\nSubject: Re: Servers\n\nDear Asha`,
  ],
  [
    'Samsung in French',
    `Envoyé depuis mon appareil Galaxy\n\n-------- Message d'origine --------\nDe : ${us}\nDate : 26/11/2026 10:15 (GMT+01:00)\nÀ : camille@example.net\nObjet : Re: Serveurs\n\nBonjour`,
  ],
  ['Yahoo', `    On Thursday, November 26, 2026 at 10:15:00 AM GMT+5:30, ${us} wrote:  \n \n Dear Asha,\n\nshall we?`],
  [
    'Yahoo on Android',
    `Sent from Yahoo Mail on Android \n \n  On Thu, 26 Nov 2026 at 10:15 am, Acme<info@example.com> wrote:   Dear Asha`.replace(
      '   Dear',
      '\nDear',
    ),
  ],
  [
    'Proton',
    `Sent with [Proton Mail](https://proton.me/mail/home) secure email.\n\nOn Thursday, November 26th, 2026 at 10:15 AM, ${us} wrote:\n\n> Dear Asha`.replace(
      '[Proton Mail](https://proton.me/mail/home)',
      'Proton Mail',
    ),
  ],
  ['Zoho', `---- On Thu, 26 Nov 2026 10:15:00 +0530 ${us} wrote ---\n\n> Dear Asha`],
  ['Zoho without marks', `---- On Thu, 26 Nov 2026 10:15:00 +0530 ${us} wrote ----\n\nDear Asha\nshall we?`],
  [
    'GMX',
    `Gesendet: Donnerstag, 26. November 2026 um 10:15 Uhr\nVon: "Acme Cloud" <info@example.com>\nAn: jonas@example.net\nBetreff: Re: Server\n\nGuten Tag`,
  ],
  [
    'Notes',
    'Von:\tAcme Cloud <info@example.com>\nAn:\tJonas Weber/Firma/DE@Firma\nKopie:\tEinkauf\nDatum:\t26.11.2026 10:15\nBetreff:\tRe: Server\n\n\n\nGuten Tag',
  ],
  [
    'QQ',
    '------------------ 原始邮件 ------------------\n发件人: "Acme"<info@example.com>;\n发送时间: 2026年11月26日(星期四) 上午10:15\n收件人: "王"<wang@example.net>;\n主题: Re: 服务器\n\n您好',
  ],
  ['163', `At 2026-11-26 10:15:00, "Acme" <info@example.com> wrote:\n>您好\n>再见`],
  ['Mail.ru', 'Четверг, 26 ноября 2026, 10:15 +03:00 от Acme <info@example.com>:\n>Добрый день\n>'],
  ['Yandex', '26.11.2026, 10:15, "Acme Cloud" <info@example.com>:\n> Добрый день'],
  [
    'a signature',
    `-- \nAsha Nair\nOrchid Ltd · Pune\n+91 20 5555 0100\n\nOn Thu, 26 Nov 2026, ${us} wrote:\n> Shall we?`,
  ],
  [
    'a forwarded message',
    '---------- Forwarded message ---------\nFrom: Bo <bo@example.org>\nDate: Thu, 26 Nov 2026 at 10:15\nSubject: Offer\nTo: Asha <asha@example.net>\n\nHello',
  ],
  [
    'a forwarded message of Apple',
    'Begin forwarded message:\n\nFrom: Bo <bo@example.org>\nSubject: Offer\nDate: 26 November 2026 at 10:15:00 IST\nTo: Asha\n\nHello',
  ],
  ['an unknown language', `Ar 26 Tachwedd 2026 10:15, ${us} oddi wrthych:\n> Bore da`],
  ['no date', `${us} schrieb:\n> Guten Tag`],
  ['no words above the marks', '> Dear Asha,\n> shall we?'],
]

test.each(below)('folds what %s puts below an answer', (_, rest) => {
  for (const words of own)
    expect(splitQuotation(`${words}\n\n${rest}`)).toEqual({ text: words, quotation: rest.trim() })
})

test.each(below.filter(([, rest]) => rest.includes('>')))('shows the words below the quotation of %s', (_, rest) => {
  if (!/^\s*>/m.test(rest) || /^(Sent|Von|Inviato|发自|iPhone|--)/.test(rest)) return
  for (const words of own) expect(splitQuotation(`${rest.trim()}\n\n${words}`).text).toBe(words)
})

test.each<[string, string]>([
  ['a list', 'Here are our details\n\nDate: Friday\nTime: 10:00\nE-mail: a@b.example\n\nSee you then'],
  [
    'a booking',
    'Name: Asha Nair <asha@example.net>\nDate: 26 November 2026 10:15\nPlace: Pune\nSeats: 3\n\nPlease confirm.',
  ],
  ['a journey', 'From: Pune\nTo: Mumbai\nDate: 3 December 2026, 10:15\nE-mail: asha@example.net\n\nPlease book.'],
  ['a journey below a rule', 'Two trips\n__________\nFrom: Pune\nTo: Mumbai\nDate: 3 December 2026\n\nThanks'],
  ['a journey in German', 'Bitte buchen\n\nVon: Berlin\nAn: München\nDatum: 3.12.2026, 10:15\n\nDanke'],
  ['a forwarding', 'Please forward\n\nFrom: info@a.example\nTo: sales@b.example\nStart: 1 December\n\nThanks'],
  [
    'a quoted header',
    'I got this:\n\nFrom: Bank <x@y.example>\nSent: 26 November 2026 10:15\nTo: me\nSubject: Pay\n\nIs it real?',
  ],
  [
    'contact data',
    'Thanks!\n\nAsha Nair\nTel: +91 20 5555 0100\nE-Mail: asha@example.net\nWeb: www.example.net\nSkype: asha',
  ],
  ['dashes', 'Key points\n----\n\n1. Fast\n\n----\nThe dashes are mine.'],
  ['two dashes', 'Option A costs 10\n--\nOption B costs 20'],
  ['a heading', 'Offer\n----- Prices -----\nBasic 10\nPro 20'],
  ['a line to fill in', 'Please sign here\n\n______________________________\nAsha Nair'],
  ['an underlined heading', 'Prices\n==========\nBasic: 10\nPro: 20'],
  ['the output of a program', 'It prints this:\n\n> npm run build\n> error TS2304'],
  ['a device', 'Which one? My iPhone 15 Pro'],
  ['only a device', 'We need it on these:\niPhone\nAndroid'],
  ['words about a device', 'I opened it, then\nSent from my iPhone: the photo arrived'],
  ['sent by mail', 'The contract?\nSent by mail'],
  ['wrote', 'On Monday I wrote: we need more time.\n\nOn Friday you wrote:\nplease send the plan\nHere it is.'],
  ['you wrote, with a time', 'Hello\n\nOn 26 November 2026 at 10:15 you wrote:\nShall we start?\nYes, on Monday.'],
  ['an address before a quotation', 'Please send this to bob@example.org:\n> The offer is fine.'],
  ['a log', 'The log of 26.11.2026 10:15:\n> out of memory'],
  ['a broken address', 'See <https://example.com/a\n> for more\nand call me'],
  ['answers between the lines', 'Hi,\n\nOn 26/11/2026 10:15, Acme wrote:\n> How many?\n40\n> When?\nIn May'],
  ['answers without an introduction', '> How many?\n40\n> When?\nIn May'],
  [
    'answers below a header',
    `See my answers below in red.\n\nFrom: ${us}\nSent: 26 November 2026 10:15\nTo: Asha\nSubject: Re: x\n\nHow many? 40`,
  ],
  [
    'Antworten im Text',
    `Meine Antworten stehen unten im Text.\n\nVon: ${us}\nGesendet: 26. November 2026 10:15\nAn: Asha\nBetreff: Re: x\n\nWie viele? 40`,
  ],
  ['nothing but a quotation', '> Shall we?'],
  [
    'nothing but a forwarded message',
    `---------- Forwarded message ---------\nFrom: ${us}\nDate: 26 Nov 2026\nSubject: x\nTo: y\n\nHello`,
  ],
  ['nothing but a device', 'Sent from my iPhone'],
  ['a colon', 'My wishes:\n\n- a\n- b\n\nAddress: Pune\nE-mail: asha@example.net\nCity: Pune'],
  [
    'order data',
    'Order: 4711\nOrdered by: Asha <asha@example.net>\nOrdered on: 26 November 2026 10:15\nPaid by: Bo <bo@example.org>',
  ],
  ['a comparison', 'In our tests\n\n5 > 3\nand 2 < 4'],
  ['words above a quotation and below', 'Hello,\n\n> Shall we?\n\nYes. Regards, Asha'],
  ['words on the line of an introduction', 'Yes. On 26 Nov 2026 at 10:15, Acme <info@example.com> wrote:\n> Shall we?'],
  ['an answer below a signature', `-- \nAsha\n\nOn 26 Nov 2026 10:15, ${us} wrote:\n> Shall we?\nYes, we shall.`],
])('shows all of a message with %s', (_, text) => {
  expect(splitQuotation(text).text).toContain(text.split('\n').at(-1))
  expect(splitQuotation(text)).toEqual({ text })
})

test.each<[string, string, string]>([
  ['a quotation without a line between', `Fine\nOn 26/11/2026 10:15, Acme wrote:\n> a`, 'Fine'],
  ['a quotation above and below', '> How many?\n40\n> When?', '40'],
  [
    'a trailing quotation after answers',
    '> How many?\n40\n> When?\nIn May\n> Where?',
    '> How many?\n40\n> When?\nIn May',
  ],
  [
    'a device above words',
    'Yes\n\nSent from my iPhone\n\nOn 26 Nov 2026 at 10:15, Acme wrote:\n> a\n\nSent from my iPhone',
    'Yes',
  ],
  ['a text that was cut', `Yes\n\nOn 26/11/2026 10:15, Acme wrote:\n> a\n> b${restInMailbox}`, `Yes${restInMailbox}`],
])('folds %s', (_, source, text) => {
  expect(splitQuotation(source).text).toBe(text)
})

test('reads long texts fast', () => {
  const start = process.cpuUsage()
  for (const piece of [
    'a: b@c.example\n',
    '> x\n',
    'On 26 Nov 2026 10:15 x wrote\n',
    'x '.repeat(200),
    '<',
    '- ',
    'From: a\n',
    '____________\n',
    ': ',
    '1.',
    'yahoo mail ',
    'a: b\n',
    '@: ',
    '-- \n',
    '-- \n> a\n',
  ])
    splitQuotation(piece.repeat(Math.ceil(30_000 / piece.length)))
  const { user } = process.cpuUsage(start)
  expect(user / 1_000).toBeLessThan(4_000)
})
