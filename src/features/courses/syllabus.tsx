import { RenderedContent } from '#site/page/rendered-content.tsx'
import type { ShownCourse } from './courses.queries.ts'

/** Matches 'Week 1: An account you can trust' and 'Day 2 – …': the step's name, then the separator before its title. */
const step = '((?:week|day)\\s+\\d+)\\s*[:–—-]\\s*'
const stepTitle = new RegExp(`^${step}`, 'i')
const stepHeading = new RegExp(`<div class="heading">(<h[23]\\b[^>]*>)\\s*${step}`, 'gi')

/** The syllabus. If all its chapters are weeks or days, it is a timeline with their names in the margin. */
export function Syllabus({
  course: { syllabusHtml, headings },
}: {
  course: Pick<ShownCourse, 'syllabusHtml' | 'headings'>
}) {
  const top = Math.min(...headings.map(({ depth }) => depth))
  const chapters = headings.filter(({ depth }) => depth === top)
  if (chapters.length < 2 || !chapters.every(({ text }) => stepTitle.test(text)))
    return <RenderedContent html={syllabusHtml} />
  const html = syllabusHtml.replace(
    stepHeading,
    '<div class="heading step">$1<span class="step-name">$2<span class="sr-only">:</span></span> ',
  )
  return <RenderedContent html={html} className="syllabus-steps" />
}
