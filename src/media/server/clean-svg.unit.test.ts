import { expect, test } from 'vitest'
import { cleanSvg } from './clean-svg.ts'

const open = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
const dot = '<circle cx="1" cy="2" r="3"></circle>'

test('shapes, gradients and the styles of shapes stay', () => {
  const kept = `${open}<defs><linearGradient id="a-1" x1="0"><stop offset="50%" stop-color="#fff"></stop></linearGradient></defs><g transform="translate(1 2)"><path fill="url(#a-1)" d="M0 0h1z"></path></g></svg>`
  expect(cleanSvg(`<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x"><!-- made -->${kept}`)).toBe(
    kept,
  )
  expect(cleanSvg(`${open}<path style="fill:#123456; stroke : none" d="M0 0"/></svg>`)).toBe(
    `${open}<path d="M0 0" fill="#123456" stroke="none"></path></svg>`,
  )
  expect(
    cleanSvg(
      '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="x" viewBox="0 0 24 24"><title>Us</title><inkscape:view><path d="M9"/></inkscape:view><circle cx="1" cy="2" r="3"/></svg>',
    ),
  ).toBe(`${open}${dot}</svg>`)
})

test.each([
  ['an event', `<circle cx="1" cy="2" r="3" onload="alert(1)" onclick="x"/>`],
  ['a link in an attribute', `<circle cx="1" cy="2" r="3" href="javascript:alert(1)" xlink:href="http://x.example"/>`],
  ['a foreign address as colour', `<circle cx="1" cy="2" r="3" fill="url(https://x.example/a)"/>`],
  ['a foreign address in a style', `<circle cx="1" cy="2" r="3" style="fill:url(//x.example/a);behavior:url(x)"/>`],
  ['an entity in a value', `<circle cx="1" cy="2" r="3" fill="&quot;&gt;&lt;script&gt;"/>`],
  ['a style that would be another attribute', `<circle cx="1" cy="2" r="3" style="onload:alert(1)"/>`],
])('%s is left out', (_, shape) => {
  const xlink = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="x" viewBox="0 0 24 24">'
  expect(cleanSvg(`${xlink}${shape}</svg>`)).toBe(`${open}${dot}</svg>`)
})

/** Each mask has some shapes, all of which have the mask before. */
const nested = (depth: number, shapes: number, element = 'mask', attribute = 'mask') => {
  const shape = (of: number) => `<circle r="9" ${of < 0 ? '' : `${attribute}="url(#m${of})"`}/>`
  const masks = Array.from(
    { length: depth },
    (_, at) => `<${element} id="m${at}">${shape(at - 1).repeat(shapes)}</${element}>`,
  )
  return `${open}<defs>${masks.join('')}</defs>${shape(depth - 1)}</svg>`
}

test('a logo may have masks and clips, also inside each other', () => {
  for (const source of [nested(2, 10), nested(3, 4, 'clipPath', 'clip-path')])
    expect(cleanSvg(source)).toContain('url(#m1)')
})

test.each([
  ['many masks in masks', nested(20, 20)],
  ['clips in clips', nested(8, 8, 'clipPath', 'clip-path')],
  ['masks in styles', nested(8, 8).replaceAll(/mask="([^"]+)"/g, 'style="mask:$1"')],
  [
    'a mask inside itself',
    `${open}<mask id="a"><circle r="1" mask="url(#a)"/></mask><circle r="1" mask="url(#a)"/></svg>`,
  ],
  [
    'many uses of one mask',
    `${open}<mask id="a">${dot}</mask>${'<g mask="url(#a)"><path d="M0"/></g>'.repeat(151)}</svg>`,
  ],
])('%s are refused with the reason', (_, source) => {
  expect(() => cleanSvg(source)).toThrow('The SVG nests too many masks or clips.')
})

test.each([
  ['a script', `${open}<script>alert(1)</script>${dot}</svg>`],
  ['foreign content', `${open}<foreignObject><body/></foreignObject>${dot}</svg>`],
  ['a picture', `${open}<image href="file:///etc/passwd"/>${dot}</svg>`],
  ['a reference', `${open}<use href="https://x.example/a.svg#b"/>${dot}</svg>`],
  ['an animation', `${open}<circle r="1"><set attributeName="href" to="x"/></circle></svg>`],
  ['a style sheet', `${open}<style>@import url(https://x.example)</style>${dot}</svg>`],
  ['a text', `${open}<text>Us</text></svg>`],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">]>${open}${dot}</svg>`],
  ['an external entity', `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${open}&a;${dot}</svg>`],
  ['no drawing', `${open}</svg>`],
  ['no size', `<svg xmlns="http://www.w3.org/2000/svg">${dot}</svg>`],
  ['another document', '<html><svg/></html>'],
  ['a broken document', `${open}<g></svg>`],
  ['a second root', `${open}${dot}</svg><svg/>`],
  ['too deep a nesting', `${open}${'<g>'.repeat(30)}${dot}${'</g>'.repeat(30)}</svg>`],
  ['too many elements', `${open}${dot.repeat(2_001)}</svg>`],
  ['too much', `${open}<path d="${'M0 0'.repeat(20_000)}"/></svg>`],
])('%s is refused', (_, source) => {
  expect(() => cleanSvg(source)).toThrow(/SVG/)
})
