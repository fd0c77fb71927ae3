import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { describe, expect, test } from 'vitest'
import { contentExtensions, readContent } from '#admin/editor/read-content.ts'
import { writeContent } from '#admin/editor/write-content.ts'
import { cleanPaste } from './clean-paste.ts'

const schema = getSchema(contentExtensions)
/** What is stored after a paste. */
const pasted = (html: string) => writeContent(Node.fromJSON(schema, readContent(cleanPaste(html)).doc))

const word = (list: string, mark: string, text: string) =>
  `<p class=MsoListParagraph style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:${list} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>\n`
const browserWord = (level: number, text: string, start = '') =>
  `<div class="ListContainerWrapper SCXW1"><${start ? 'ol' : 'ul'} role="list"${start && ` start="${start}"`}><li data-listid="4" data-aria-level="${level}" data-aria-posinset="1" role="listitem"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">${text}</span></span></p></li></${start ? 'ol' : 'ul'}></div>`

describe('lists', () => {
  test.each([
    ['a number to begin with', '<ol start="3"><li>three</li><li>four</li></ol>', '3. three\n4. four'],
    ['a value of the first point', '<ol><li value="7">seven</li><li value="8">eight</li></ol>', '7. seven\n8. eight'],
    [
      'two lists in a row',
      '<ol><li>a</li><li>b</li></ol><ol><li>c</li></ol><ul><li>d</li></ul><ul><li>e</li></ul>',
      '1. a\n2. b\n\n<!-- -->\n\n1. c\n\n- d\n\n<!-- -->\n\n- e',
    ],
    [
      'a list that goes on after a paragraph',
      '<ol><li>a</li></ol><p>Text</p><ol start="2"><li>b</li></ol>',
      '1. a\n\nText\n\n2. b',
    ],
    [
      'Word: goes on, and begins again',
      `${word('l0 level1', '3.', 'three')}${word('l0 level1', '4.', 'four')}<p class=MsoNormal>Text</p>${word('l0 level1', '5.', 'five')}${word('l1 level1', '1.', 'one')}`,
      '3. three\n4. four\n\nText\n\n5. five\n\n<!-- -->\n\n1. one',
    ],
    [
      'Word: letters, Roman numbers and levels',
      `${word('l0 level1', 'c)', 'c')}${word('l0 level2', 'iv.', 'four')}${word('l0 level2', 'v.', 'five')}${word('l0 level1', 'd)', 'd')}`,
      '3. c\n\n   4. four\n   5. five\n4. d',
    ],
    [
      'Word: the ninth letter is no Roman number',
      `${word('l0 level1', 'h.', 'h')}${word('l0 level1', 'i.', 'i')}${word('l0 level1', 'j.', 'j')}`,
      '8. h\n9. i\n10. j',
    ],
    [
      'Word: numbers of all levels, two lists of bullets',
      `${word('l0 level1', '1.', 'a')}${word('l0 level2', '1.1.', 'b')}${word('l0 level2', '1.2.', 'c')}${word('l2 level1', '·', 'd')}${word('l3 level1', 'o', 'e')}`,
      '1. a\n   1. b\n   2. c\n\n- d\n\n<!-- -->\n\n- e',
    ],
    [
      'Word in the browser',
      `${browserWord(1, 'one')}${browserWord(2, 'deeper')}${browserWord(1, 'two')}<p>Text</p>${browserWord(1, 'second', '2')}${browserWord(1, 'third', '3')}`,
      '- one\n  - deeper\n- two\n\nText\n\n2. second\n3. third',
    ],
    [
      'levels in one list',
      '<ul><li aria-level="1">one</li><li aria-level="2">deeper</li><li aria-level="3">deepest</li><li aria-level="1">two</li></ul>',
      '- one\n  - deeper\n    - deepest\n- two',
    ],
    [
      'levels in lists in a row',
      '<ol><li aria-level="1">one</li></ol><ol><li aria-level="2">deeper</li></ol><ol start="2"><li aria-level="1">two</li></ol>',
      '1. one\n   1. deeper\n2. two',
    ],
    [
      'levels as classes',
      '<ol><li>one</li><li class="ql-indent-1">deeper</li><li class="ql-indent-1">still</li><li>two</li></ol>',
      '1. one\n   1. deeper\n   2. still\n2. two',
    ],
    [
      'kinds as attributes',
      '<ol><li data-list="bullet"><span class="ql-ui"></span>a</li><li data-list="bullet" class="ql-indent-1">b</li><li data-list="ordered">c</li></ol>',
      '- a\n  - b\n\n1. c',
    ],
    [
      'levels of lists in a row, from 0',
      '<ol data-indent="0"><li data-stringify-indent="0">one</li></ol><ol data-indent="1"><li data-stringify-indent="1">deeper</li></ol><ol data-indent="0"><li data-stringify-indent="0">two</li></ol>',
      '1. one\n   1. deeper\n2. two',
    ],
    [
      'levels as classes of lists',
      '<ul class="listindent1"><li>one</li></ul><ul class="listindent2"><li>deeper</li></ul>',
      '- one\n  - deeper',
    ],
    ['a list in a list', '<ul><li>one</li><ul><li>deeper</li></ul><li>two</li></ul>', '- one\n  - deeper\n- two'],
    ['a list without its point', '<ul><ul><li>deeper</li></ul><li>two</li></ul>', '- deeper\n- two'],
    [
      'nested in its paragraph’s point',
      '<ol><li><p>one</p><ol start="4"><li><p>four</p></li></ol></li></ol>',
      '1. one\n\n   4. four',
    ],
  ])('%s', (_, html, source) => {
    expect(pasted(html)).toBe(source)
  })
})

describe('tasks', () => {
  const tasks = '- [x] done\n- [ ] to do'
  test.each([
    ['boxes', '<ul><li><input type="checkbox" checked disabled> done</li><li><input type="checkbox"> to do</li></ul>'],
    [
      'boxes in labels and paragraphs',
      '<ul class="contains-task-list"><li class="task-list-item"><label><input type="checkbox" checked></label><p>done</p></li><li class="task-list-item"><p><input type="checkbox"> to do</p></li></ul>',
    ],
    [
      'a picture of the box',
      '<ul><li dir="ltr" role="checkbox" aria-checked="true" aria-level="1"><img src="data:image/png;base64,AA" width="17" alt="checked" aria-roledescription="checkbox"><p role="presentation"><span style="text-decoration:line-through">done</span></p></li><li role="checkbox" aria-checked="false" aria-level="1"><img src="data:image/png;base64,AA" alt="unchecked" aria-roledescription="checkbox"><p>to do</p></li></ul>',
    ],
    ['typed boxes', '<ul><li>[x] done</li><li><p>[ ]&nbsp;to do</p></li></ul>'],
    ['drawn boxes', '<ul><li>☑ done</li><li><span>☐&nbsp;</span>to do</li></ul>'],
    ['drawn boxes in lines', '<p>☒ done</p><p>☐ to do</p>'],
    [
      'boxes with words in their labels',
      '<ul><li><label><input type="checkbox" checked> done</label></li><li><p><label><input type="checkbox"> to do</label></p></li></ul>',
    ],
    [
      'boxes in lines',
      '<p><input type="checkbox" checked> done</p><p><label><input type="checkbox"> to do</label></p>',
    ],
    [
      'pictures in lines',
      '<p><img src="file:///a.png" alt="Completed">done</p><p><img src="file:///b.png" alt="To do">to do</p>',
    ],
    ['drawn boxes in lines of a frame', '<div class="WordSection1"><p>☒ done</p><p>☐ to do</p></div>'],
    ['states of lines', '<div><div data-task-state="DONE">done</div><div data-task-state="TODO">to do</div></div>'],
    [
      'classes of lists',
      '<ul class="listtype-taskdone listindent1"><li>done</li></ul><ul class="listtype-task listindent1"><li>to do</li></ul>',
    ],
    [
      'elements for boxes',
      '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>done</span></li><li><div class="checkbox checkbox-off"></div> <span>to do</span></li></ul>',
    ],
    ['attributes of points', '<ol><li data-list="checked">done</li><li data-list="unchecked">to do</li></ol>'],
    ['attributes of lists', '<ul data-checked="true"><li>done</li></ul><ul data-checked="false"><li>to do</li></ul>'],
    ['classes of points', '<ul class="inline-task-list"><li class="checked">done</li><li>to do</li></ul>'],
    [
      'styles',
      '<ul style="--en-todo:true"><li style="--en-checked:true">done</li><li style="--en-checked:false">to do</li></ul>',
    ],
    ['Word', `${word('l0 level1', '☒', 'done')}${word('l0 level1', '☐', 'to do')}`],
  ])('%s', (_, html) => {
    expect(pasted(html).replace('~~done~~', 'done').replaceAll('\n\n<!-- -->\n\n', '\n')).toBe(tasks)
  })

  test.each([
    ['with plain points between', '<ul><li>[x] a</li><li>b</li></ul>', '- [x] a\n\n- b'],
    ['nested', '<ul><li>[ ] a<ul><li>[x] b</li></ul></li></ul>', '- [ ] a\n  - [x] b'],
    ['a link is no box', '<ul><li>[1] a</li><li>[] b</li></ul>', '- \\[1] a\n- \\[] b'],
  ])('%s', (_, html, source) => {
    expect(pasted(html).replaceAll('<!-- -->\n\n', '')).toBe(source)
  })
})
