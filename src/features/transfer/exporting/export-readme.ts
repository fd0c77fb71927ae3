import type { Manifest } from '../ground/atrium-export.contract.ts'

/** The guide to an export, for people. */
export const readmeOf = ({
  site,
  exportedAt,
  version,
  people,
  records,
}: Manifest): string => `# ${site.title.replace(/\s+/g, ' ')}

Everything on ${site.address}, exported on ${exportedAt.slice(0, 10)} by Atrium ${version}.

| Folder    | What is in it |
| --------- | ------------- |
| \`content\` | Posts, courses, work, openings, pages, newsletters, services and products as Markdown, each with front matter in YAML |
| \`media\`   | The images and PDFs, each once, in the form of its upload where that is stored |
| \`data\`    | Every record with all its fields, as JSON: one file for each kind, one record in each line. \`data/schema\` describes them (JSON Schema) |
${people ? '| `people`  | Contact requests, registrations, participants and subscribers as CSV. Keep these files where only you can read them |\n' : ''}
Drafts have \`draft: true\`. Scheduled records have a \`publishDate\`, and those that end an \`expiryDate\`. The trash, former versions, unpublished
changes to live records, accounts and passwords are not here. Times are in UTC; the company’s time zone is ${site.timeZone}. The files were
read one after the other, so something that was saved meanwhile may be in one and not in another. \`atrium backup\` is the site at one moment.

## Front matter

\`title\`, \`date\`, \`lastmod\`, \`slug\`, \`url\` (the address on the site), \`author\`, \`category\` and \`categories\`, \`description\`, \`cover\` and
\`coverAlt\`, \`draft\`, \`aliases\` (former addresses), \`publishDate\`, \`expiryDate\`. All other fields are in \`params\`.

Links to images and PDFs are relative to the file. Links to other records are the addresses of the site, such as \`/blog/a-title\`.
Texts are Markdown without HTML, except very long ones. \`data\` has them as they were written.

## Hugo

Copy \`content\` to \`content\`, and \`media\` to \`static/media\`. Pages keep their addresses (\`url\`), and former ones redirect (\`aliases\`).

## Astro

Copy \`content\` to \`src/content\`, and \`media\` to both \`src/media\` and \`public/media\`. Make a collection of each folder with the loader
\`glob({ pattern: '**/*.md', base: './src/content/posts' })\`.

## Obsidian, and other editors

Open this folder as a vault. Links to images work as they are.

## Atrium

\`atrium import atrium FOLDER --write\` reads it into another site: the records with their ids, dates and addresses. It reads \`data\` and \`media\`, so
a change to a file in \`content\` has no effect there. People are not read; subscribers are imported on Subscribers.

## Records

${Object.entries(records)
  .map(([name, count]) => `- \`data/${name}.json\`: ${count}`)
  .join('\n')}
`
