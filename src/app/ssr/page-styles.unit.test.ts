import { expect, test } from 'vitest'
import { createPageStyles } from './page-styles.ts'

const stylesFor = (css: string, ...classes: string[]) => createPageStyles(css)(`<p class="${classes.join(' ')}">x</p>`)

test('a page gets the rules whose classes it has, and all that concern no class', () => {
  const css = '/*! licence */@import "a;b";@font-face{font-family:A}p{color:red}.a{b:c}.a .b{d:e}.c,.a{f:g}'
  expect(stylesFor(css, 'a')).toBe('/*! licence */@import "a;b";@font-face{font-family:A}p{color:red}.a{b:c}.c,.a{f:g}')
  expect(stylesFor('.js .a{b:c}.hash-entry .z{b:c}', 'a')).toBe('.js .a{b:c}')
})

test('a page gets the keyframes and the styles of counters that its rules name', () => {
  const css = '.a{animation:rise 1s}.b{animation:turn 1s}@keyframes rise{to{top:0}}@keyframes turn{to{top:0}}'
  expect(stylesFor(css, 'a')).toBe('.a{animation:rise 1s}@keyframes rise{to{top:0}}')
  const counted = '.a:after{content:counter(n,two)}@counter-style two{pad:2 "0"}@counter-style six{pad:6 "0"}'
  expect(stylesFor(counted, 'a')).toBe('.a:after{content:counter(n,two)}@counter-style two{pad:2 "0"}')
})

test('blocks are cut down too, and an empty one stays only where it orders the layers', () => {
  const css = '@layer x{.no{a:b}}@layer y{@media (width>=1px){.a{a:b}.no{c:d}}@media print{.no{a:b}}}'
  expect(stylesFor(css, 'a')).toBe('@layer x{}@layer y{@media (width>=1px){.a{a:b}}}')
})

test('escaped names, nested rules and strings are understood, and classes in `:not()` are not asked for', () => {
  const css = '.lg\\:\\[\\&\\>svg\\]\\:w-1\\.5{a:b}.a:not(.z):has(.y){a:b}.a{&:hover{content:"}"}& .q{c:d}}.z{a:b}'
  expect(stylesFor(css, 'lg:[&amp;&gt;svg]:w-1.5', 'a')).toBe(css.replace('.z{a:b}', ''))
})

test('of `:is()` and `:where()` one alternative is asked for', () => {
  const used = ':is(.x,.a) .b{c:d}:where(.a:is(:where(.b,p))) *{c:d}:is(p,.x){c:d}'
  const unused = ':is(.x,.a .y) .b{c:d}:where(.x)>.a{c:d}.a:is(:where(.x,.y) *,.z){c:d}'
  expect(stylesFor(used + unused, 'a', 'b')).toBe(used)
})

test("variables are those that the page's rules, keyframes and drawings use, and those in their values", () => {
  const css =
    '*{--a:0;--b:"";--c:var(--d,1px);--d:2px;--e:3px;--f:4px}.a{left:var(--b)}.y{--b:1px}.z{left:var(--a)}.b{animation:m}@keyframes m{to{left:var(--c)}}'
  expect(stylesFor(css, 'a')).toBe('*{--b:""}.a{left:var(--b)}')
  expect(stylesFor(css, 'b')).toContain('*{--c:var(--d,1px);--d:2px}')
  expect(createPageStyles(css)('<path fill="var(--e)"/>')).toBe('*{--e:3px}')
})
