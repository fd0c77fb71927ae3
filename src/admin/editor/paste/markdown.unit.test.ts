import { expect, test } from 'vitest'
import { isMarkdown } from './paste-text.ts'

test.each([
  ['headings', '# The plan\n\nWe move.\n\n## Costs\n\nFew.'],
  ['a heading at the end', 'We move.\n\n## Costs'],
  ['a heading above a line', '## Costs\nFew.\n\n> They say **so**'],
  ['a fence', 'Run:\n\n```\nls\n```'],
  ['a fence with a language', '~~~sql\nselect 1\n~~~'],
  ['a table', 'a | b\n--|--\n1 | 2'],
  ['a table with edges', '| a | b |\n| :-- | --: |\n| 1 | 2 |'],
  ['a list', 'We need:\n- one\n- two'],
  ['a list with blank lines', '* one\n\n* two'],
  ['a nested list', '- one\n  - deeper\n- two'],
  ['a numbered list', '1. one\n2. two'],
  ['a list that goes on', '3) three\n4) four'],
  ['a numbered list with text between', '1. one\n\n   more\n\n2. two'],
  ['tasks', '- [ ] to do'],
  ['a link', 'See [the plan](https://example.com/a).'],
  ['a link on the site', 'See [the plan](/blog/plan).'],
  ['a picture', '![A chart](chart.png)'],
  ['a picture by reference', '![][image1]\n\n[image1]: <data:image/png;base64,AA>'],
  ['bold', 'This is **very** important'],
  ['a footnote', 'A claim[^1]\n\n[^1]: The proof'],
  ['a callout', '> [!NOTE]\n> Words'],
  ['line ends of Windows', '# The plan\r\n\r\nWe move.\r\n'],
  ['in Hindi', '## लागत\n\nकम।'],
  ['in Japanese', '- 一つ\n- 二つ'],
  ['a quotation with code', '> Use `npm`'],
])('is Markdown: %s', (_, text) => {
  expect(isMarkdown(text)).toBe(true)
})

test.each([
  ['prose', 'We move house.\n\nIt is new.'],
  ['one asterisk', '* Prices without tax'],
  ['an asterisk at a word', 'Only today*\n* while stocks last'],
  ['a year', '1986. A great year.'],
  ['years', 'The best:\n1986. A great year.\n1987. A better one.'],
  ['one number', '1. First of all, thanks.'],
  ['a product', 'It costs 5 * 3 and 2*3*4 EUR'],
  ['names of variables', 'Set my_long_name and __init__ in snake_case_words'],
  ['a dash', '- Asha'],
  ['a signature', 'Thanks\n--\nAsha\n+91 98 7654'],
  ['more of it', 'Ravi, Asha\n+ 2 more'],
  ['a hashtag', '#launch #cloud'],
  ['a ticket', 'Fixed in #12, see issue # 3'],
  ['one greater-than', 'Sales > costs'],
  ['brackets', 'It says [sic] (see above)'],
  ['a pipe', 'Yes | No'],
  ['a mask', 'Card **** **** **** 1234'],
  ['a smiley', 'Great :-* and (*_*)'],
  ['a shell script', '#!/bin/sh\n# install it\nnpm ci\n\n# start it\n\nnpm start\ncd ..'],
  ['a program', 'import os\n\n# the end\n\ndef run(a, **more):\n    return a\n\nclass A:\n    pass'],
  ['settings', '# settings\n\nname: atrium\nsteps:\n- run: test\n- run: build'],
  ['a comparison of files', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n- old\n- older\n+ new'],
  ['a letter with an address', 'Dear Asha,\n\n12 High Street\n\nYours\n_Ravi_'],
  ['a time', '10:30 - 11:00 Talk\n11:00 - 11:30 Tea'],
])('is no Markdown: %s', (_, text) => {
  expect(isMarkdown(text)).toBe(false)
})
